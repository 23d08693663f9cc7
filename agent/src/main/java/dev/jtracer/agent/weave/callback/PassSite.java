// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

/** The current line of a method that is being woven: the site of the callbacks that it passes there. */
public final class PassSite {
    private final String className;
    private final String method;
    private int line;

    /**
     * @param className with dots
     * @param method the source method
     */
    public PassSite(String className, String method) {
        this.className = className;
        this.method = method;
    }

    void moveTo(int newLine) {
        line = newLine;
    }

    String className() {
        return className;
    }

    /** Returns {@code Class.method:line}; without the line if the class has no line numbers. */
    String text() {
        return className.concat(".").concat(LambdaNames.atLine(method, line));
    }
}
