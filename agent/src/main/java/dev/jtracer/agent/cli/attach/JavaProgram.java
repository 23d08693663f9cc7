// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import java.util.Locale;
import java.util.Set;

/** The program {@code java}, by the names that it has. */
public final class JavaProgram {
    private static final Set<String> NAMES = Set.of("java", "java.exe", "javaw.exe");

    private JavaProgram() {}

    /** Returns whether a path names the program, on this system or on Windows. */
    public static boolean is(String path) {
        int name = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
        return NAMES.contains(path.substring(name).toLowerCase(Locale.ROOT));
    }
}
