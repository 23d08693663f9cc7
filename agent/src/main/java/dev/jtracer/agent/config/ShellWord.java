// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** Quotes words of commands that the user copies into a shell. */
public final class ShellWord {
    private static final String PLAIN = "/._-+:@%=,~";
    /** Without comma and at sign, which are operators of PowerShell. */
    private static final String PLAIN_ON_WINDOWS = "\\/._-+:=~";

    private ShellWord() {}

    /** Returns the text as one word of this system's shell, in quotes only if it needs them. */
    public static String quote(Object word) {
        return quote(word, Platform.current());
    }

    static String quote(Object word, Platform platform) {
        return platform == Platform.WINDOWS ? windows(word.toString()) : posix(word);
    }

    /** Returns the text as one word of a POSIX shell, in quotes only if it needs them. */
    public static String posix(Object word) {
        String text = word.toString();
        return isPlain(text, PLAIN) ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** Returns the text in the quotes that cmd and PowerShell share. No file name of Windows contains one. */
    private static String windows(String text) {
        return isPlain(text, PLAIN_ON_WINDOWS) ? text : '"' + text + '"';
    }

    private static boolean isPlain(String text, String alsoPlain) {
        boolean plain = !text.isEmpty() && text.charAt(0) != '~';
        for (int i = 0; plain && i < text.length(); i++) {
            plain = Character.isLetterOrDigit(text.charAt(i)) || alsoPlain.indexOf(text.charAt(i)) >= 0;
        }
        return plain;
    }
}
