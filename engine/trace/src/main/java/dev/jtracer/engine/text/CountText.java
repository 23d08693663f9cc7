// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

/** Counts as text with their noun: {@code 1 call}, {@code 4,711 calls}. */
public final class CountText {
    private CountText() {}

    /** Returns a count with its noun, in the plural unless it is one. */
    public static String of(long count, String noun) {
        return DecimalText.grouped(count) + " " + number(count, noun);
    }

    /** Returns a count without separators with its noun, {@code 4711 calls}, as in lines that programs read. */
    public static String plain(long count, String noun) {
        return count + " " + number(count, noun);
    }

    /** Returns {@code 4,711 calls, 12 runs}, the numbers of calls and of runs of callbacks; without runs if none. */
    public static String calls(long calls, long runs) {
        return of(calls, "call") + (runs == 0 ? "" : ", " + of(runs, "run"));
    }

    /** Returns the same without separators. */
    public static String plainCalls(long calls, long runs) {
        return plain(calls, "call") + (runs == 0 ? "" : ", " + plain(runs, "run"));
    }

    /** Returns a noun in the plural, unless the count is one. */
    public static String number(long count, String noun) {
        return count == 1 ? noun : noun + (noun.endsWith("s") ? "es" : "s");
    }

    /**
     * Returns a count without separators with a description, {@code 4711 ends without a begin}.
     *
     * @param description begins with a noun in the plural, the first word that ends with an s, and has no verb that
     *     depends on it
     */
    public static String described(long count, String description) {
        return count + " " + (count == 1 ? singular(description) : description);
    }

    /**
     * Returns how often a problem occurred and what it means, {@code 2 times: the file is damaged: line 3}.
     *
     * @param example an occurrence, which may hold any character; empty for none
     */
    public static String problem(long count, String meaning, String example) {
        return plain(count, "time") + ": " + meaning + (example.isEmpty() ? "" : ": " + PlainText.of(example));
    }

    private static String singular(String description) {
        for (int end = description.indexOf(' '); end > 0; end = description.indexOf(' ', end + 1)) {
            if (description.charAt(end - 1) == 's') {
                return description.substring(0, end - 1) + description.substring(end);
            }
        }
        return description;
    }
}
