// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

/** An agent that makes the JVM report another version of Java to the agents after it. */
public final class PretendedJava {
    private PretendedJava() {}

    /** Takes the version to pretend. */
    public static void premain(String version) {
        System.setProperty("java.specification.version", version);
        System.setProperty("java.version", version + ".0.2");
    }
}
