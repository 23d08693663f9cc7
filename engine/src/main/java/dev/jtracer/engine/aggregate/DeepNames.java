// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the names on a very deep stack, by which the absence of a name is known at once. Without them, a file of a
 * million begins and then a million ends of other names takes hours.
 */
final class DeepNames {
    // Far beyond the depth of real calls, for which nothing is counted.
    private static final int DEEP = 1024;

    private @Nullable Map<Integer, Integer> counts;

    /** Adds the last token, which was pushed as the {@code open}th of the stack. */
    void opened(Tokens tokens, int open) {
        if (counts != null) {
            counts.merge(tokens.name(tokens.top()), 1, Integer::sum);
        } else if (open >= DEEP) {
            counts = new HashMap<>();
            for (int token = tokens.size() - open; token < tokens.size(); token++) {
                counts.merge(tokens.name(token), 1, Integer::sum);
            }
        }
    }

    /** Removes a closed span from a stack on which {@code open} spans are left. */
    void closed(int name, int open) {
        if (open < DEEP / 2) {
            counts = null;
        }
        if (counts != null) {
            counts.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Returns whether a name is certainly not on the stack. */
    boolean lacks(int name) {
        return counts != null && !counts.containsKey(name);
    }
}
