// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.Locale;

/** The kinds of operating systems between which the tracer distinguishes. */
public enum Platform {
    WINDOWS,
    MAC,
    /** Linux, and every other Unix. */
    UNIX;

    /** Returns the platform of this JVM. */
    public static Platform current() {
        return of(System.getProperty("os.name", ""));
    }

    /** Returns a platform by the value of the system property {@code os.name}. */
    public static Platform of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("windows")) {
            return WINDOWS;
        }
        return lower.startsWith("mac") ? MAC : UNIX;
    }
}
