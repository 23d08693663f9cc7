// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Suggestions for misspelt words. */
public final class Spelling {
    private Spelling() {}

    /** Returns the known word nearest to the typed one, or null if none is near enough to be a typing error. */
    public static @Nullable String nearest(String typed, List<String> known) {
        String nearest = null;
        int best = Math.max(2, typed.length() / 3) + 1;
        for (String word : known) {
            int distance = distance(typed, word);
            // A distance as long as the word itself would suggest 'min' for 'foo'.
            if (distance < best && distance < word.length()) {
                best = distance;
                nearest = word;
            }
        }
        return nearest;
    }

    /** Returns the Levenshtein distance: the number of letters to insert, remove or replace. */
    static int distance(String from, String to) {
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
            }
            above = current;
        }
        return above[to.length()];
    }
}
