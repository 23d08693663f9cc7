// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import java.nio.charset.StandardCharsets;

/** The package names that a class file contains if its class carries context. Most classes contain none and are not read further. */
public final class ContextMarks {
    private static final byte[] SQL = "java/sql/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SERVLET = "/servlet/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JDK_SERVER = "/httpserver/".getBytes(StandardCharsets.US_ASCII);

    private final boolean http;
    private final boolean jdbc;

    public ContextMarks(boolean http, boolean jdbc) {
        this.http = http;
        this.jdbc = jdbc;
    }

    /** Returns whether a class file contains one of the names. */
    public boolean areIn(byte[] classFile) {
        for (int i = SQL.length - 1; i < classFile.length; i++) {
            // The last character of each name, which is rare enough to compare the rest only there.
            if (classFile[i] == '/'
                    && (jdbc && endsWith(classFile, i, SQL)
                            || http && (endsWith(classFile, i, SERVLET) || endsWith(classFile, i, JDK_SERVER)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsWith(byte[] bytes, int last, byte[] end) {
        int from = last - end.length + 1;
        if (from < 0) {
            return false;
        }
        for (int i = end.length - 2; i >= 0; i--) {
            if (bytes[from + i] != end[i]) {
                return false;
            }
        }
        return true;
    }
}
