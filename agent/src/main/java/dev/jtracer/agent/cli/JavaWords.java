// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.util.List;
import java.util.Properties;
import java.util.Set;

/** The words of a command line of {@code java}. */
final class JavaWords {
    /** Options of the launcher whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--enable-native-access",
            "--source");

    private JavaWords() {}

    /** Returns the system properties that {@code -D} sets for the program. */
    static Properties properties(List<String> command) {
        Properties properties = new Properties();
        for (int i = 1; i < command.size() && isOfLauncher(command.get(i)); i++) {
            String word = command.get(i);
            if (WITH_VALUE.contains(word)) {
                i++;
            } else if (word.startsWith("-D")) {
                int equals = word.indexOf('=');
                int end = equals < 0 ? word.length() : equals;
                properties.setProperty(word.substring(2, end), equals < 0 ? "" : word.substring(equals + 1));
            }
        }
        return properties;
    }

    /* The program's own arguments follow its name. A file of arguments (@file) holds options of the launcher, too. */
    private static boolean isOfLauncher(String word) {
        return word.startsWith("@")
                || word.startsWith("-") && !Set.of("-jar", "-m", "--module").contains(word);
    }
}
