// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The package names in a class file whose class may carry context. Most have none and are not read further. */
final class ContextMarks {
    /* Every class file is searched, so the search skips (Wu and Manber): where the last two bytes of a window occur
     * in no name, the window moves by its length less one. */
    private static final int WINDOW = 9;
    private static final int PAIRS = 1 << 12;
    private static final byte[] SQL = "java/sql/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SERVLET = "/servlet/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JDK_SERVER = "tpserver/".getBytes(StandardCharsets.US_ASCII);

    private final byte[][] names;
    private final byte[] shifts = new byte[PAIRS];

    ContextMarks(boolean http, boolean jdbc) {
        names = http
                ? jdbc ? new byte[][] {SQL, SERVLET, JDK_SERVER} : new byte[][] {SERVLET, JDK_SERVER}
                : new byte[][] {SQL};
        Arrays.fill(shifts, (byte) (WINDOW - 1));
        for (byte[] name : names) {
            for (int i = 1; i < WINDOW; i++) {
                int pair = pair(name, i);
                shifts[pair] = (byte) Math.min(shifts[pair], WINDOW - 1 - i);
            }
        }
    }

    boolean areIn(byte[] classFile) {
        int last = WINDOW - 1;
        while (last < classFile.length) {
            int shift = shifts[pair(classFile, last)];
            if (shift == 0) {
                if (isMark(classFile, last)) {
                    return true;
                }
                shift = 1;
            }
            last += shift;
        }
        return false;
    }

    private static int pair(byte[] bytes, int last) {
        return (bytes[last - 1] << 5 ^ bytes[last]) & PAIRS - 1;
    }

    private boolean isMark(byte[] classFile, int last) {
        int from = last - WINDOW + 1;
        for (byte[] name : names) {
            if (Arrays.equals(classFile, from, last + 1, name, 0, WINDOW)) {
                return name != SQL || isOfStatements(classFile, last + 1);
            }
        }
        return false;
    }

    /** Returns whether a type of java.sql may be one of statements, unlike Date, Timestamp, Types, which many use. */
    private static boolean isOfStatements(byte[] classFile, int at) {
        if (at == classFile.length) {
            return false;
        }
        return switch (classFile[at]) {
            case 'C', 'P', 'R', 'S' -> true;
            default -> false;
        };
    }
}
