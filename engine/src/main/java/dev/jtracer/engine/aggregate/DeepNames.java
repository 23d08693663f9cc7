// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says of a very deep stack at once that a name is not on it. Without that, a file of a million begins and then a million ends of
 * other names takes hours.
 */
final class DeepNames {
    // Far beyond the depth of real calls: nothing is counted for them.
    private static final int DEEP = 1024;

    private @Nullable Map<Integer, Integer> counts;

    /** The last token has become one of a stack of so many. */
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

    /** A span of a stack, of which so many are left, is open no longer. */
    void closed(int name, int open) {
        if (open < DEEP / 2) {
            counts = null;
        }
        if (counts != null) {
            counts.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Whether it is certain that a name is not on the stack. */
    boolean lacks(int name) {
        return counts != null && !counts.containsKey(name);
    }
}
