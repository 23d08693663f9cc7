// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** Quotes words of commands that the user copies into a shell. */
public final class ShellWord {
    private static final String PLAIN = "/._-+:@%=,~";

    private ShellWord() {}

    /** Returns the text as one word of a POSIX shell, in quotes only if it needs them. */
    public static String quote(Object word) {
        String text = word.toString();
        boolean plain = !text.isEmpty() && text.charAt(0) != '~';
        for (int i = 0; plain && i < text.length(); i++) {
            plain = Character.isLetterOrDigit(text.charAt(i)) || PLAIN.indexOf(text.charAt(i)) >= 0;
        }
        return plain ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
