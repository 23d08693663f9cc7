// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Suggestions for misspelt words. */
public final class Spelling {
    private Spelling() {}

    /** Returns the known word nearest to the typed one, or null if none is near enough to be a typing error. */
    public static @Nullable String nearest(String typed, List<String> known) {
        String nearest = null;
        String letters = letters(typed);
        int best = Math.max(1, letters.length() / 3) + 1;
        for (String word : known) {
            int distance = distance(letters, letters(word));
            // A distance as long as the word itself would suggest '-o' for '-x'.
            if (distance < best && distance < letters(word).length()) {
                best = distance;
                nearest = word;
            }
        }
        return nearest;
    }

    /** Returns the question for the known word nearest to the typed one; another next step if none is near enough. */
    public static String advice(String typed, List<String> known, String otherwise) {
        String nearest = nearest(typed, known);
        return nearest == null ? otherwise : "did you mean '" + nearest + "'?";
    }

    /** Returns a word as it is compared: without the dashes of an option, in small letters. */
    private static String letters(String word) {
        int start = 0;
        while (start < word.length() && word.charAt(start) == '-') {
            start++;
        }
        return word.substring(start).toLowerCase(Locale.ROOT);
    }

    /** Returns the Damerau-Levenshtein distance: letters to insert, remove or replace, and neighbours to swap. */
    static int distance(String from, String to) {
        int[] twoAbove = new int[to.length() + 1];
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(above[column], current[column - 1]) + 1);
                if (isSwap(from, row, to, column)) {
                    current[column] = Math.min(current[column], twoAbove[column - 2] + 1);
                }
            }
            twoAbove = above;
            above = current;
        }
        return above[to.length()];
    }

    private static boolean isSwap(String from, int row, String to, int column) {
        return row > 1
                && column > 1
                && from.charAt(row - 1) == to.charAt(column - 2)
                && from.charAt(row - 2) == to.charAt(column - 1);
    }
}
