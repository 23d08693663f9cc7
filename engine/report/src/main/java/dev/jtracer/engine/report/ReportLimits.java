// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

/**
 * Limits of what a report retains.
 *
 * @param slowest slow calls of each kind, at least 0
 * @param paths different paths of calls, at least 1; about 150 bytes of memory each
 * @param method the name of the methods whose slowest calls are retained, see {@link #isNamed}; empty for all
 */
public record ReportLimits(int slowest, int paths, String method) {
    /** Slow calls of each kind, where nobody asks for another number. */
    public static final int DEFAULT_SLOWEST = 20;

    private static final int BYTES_A_PATH = 150;
    private static final int LEAST_PATHS = 10_000;
    private static final int MOST_PATHS = 2_000_000;

    public ReportLimits {
        if (slowest < 0 || paths < 1) {
            throw new IllegalArgumentException("a limit is too low: slowest '" + slowest + "', paths '" + paths + "'");
        }
    }

    /** Creates limits for the slowest calls of all methods. */
    public ReportLimits(int slowest, int paths) {
        this(slowest, paths, "");
    }

    /** Returns whether a word names a method or callback: its name, or the end of it behind a dot or a dollar. */
    static boolean isNamed(String name, String word) {
        int before = name.length() - word.length() - 1;
        return name.endsWith(word) && (before < 0 || name.charAt(before) == '.' || name.charAt(before) == '$');
    }

    /** Returns these limits for the slowest calls of the methods of one name. */
    public ReportLimits forMethod(String name) {
        return new ReportLimits(slowest, paths, name);
    }

    /** Returns whether the slowest calls of a method are retained. */
    boolean keep(String name) {
        return method.isEmpty() || isNamed(name, method);
    }

    /** Returns limits with which the paths take a quarter of this JVM's memory at most. */
    public static ReportLimits ofHeap(int slowest) {
        long paths = Runtime.getRuntime().maxMemory() / 4 / BYTES_A_PATH;
        return new ReportLimits(slowest, (int) Math.max(LEAST_PATHS, Math.min(MOST_PATHS, paths)));
    }
}
