// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

/** An agent that lets the JVM say, to agents that follow, that it is a version of Java which it is not. */
public final class PretendedJava {
    private PretendedJava() {}

    /** Takes the version to pretend. */
    public static void premain(String version) {
        System.setProperty("java.specification.version", version);
        System.setProperty("java.version", version + ".0.2");
    }
}
