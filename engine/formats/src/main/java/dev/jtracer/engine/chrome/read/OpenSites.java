// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.ByIndex;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The open spans whose names have a pass site or a kind. In a file only the begin of a span contains it, but its end
 * must have the same name index as the begin.
 *
 * <pre>
 *   b execute[0] site=order:12     the index of execute[0] at order:12
 *   b execute[0]                   the index of execute[0]
 *   e execute[0]                   the index of execute[0]: ends the second
 *   e execute[0]                   the index of execute[0] at order:12: ends the first
 * </pre>
 */
final class OpenSites {
    /** Limit of open spans in all. Ends beyond it keep the index of the name alone, and are counted as unmatched. */
    private static final int MOST_OPEN = 1 << 20;

    /** Names that have occurred with a site or a kind. */
    private final BitSet sited = new BitSet();

    private final ByIndex<Stack> byTrack = new ByIndex<>(track -> new Stack());
    private int open;

    /** The open spans of one track whose names have occurred so: pairs of the name alone and the index of both. */
    private static final class Stack {
        int[] pairs = new int[8];
        int end;
    }

    /**
     * Remembers the index of a span for its end.
     *
     * @param name index of the name alone
     * @param index that of the name with its site or kind; {@code name} if it has neither
     */
    void begin(int track, int name, int index) {
        if (index != name) {
            sited.set(name);
            push(byTrack.made(track), name, index);
            return;
        }
        Stack stack = sited.get(name) ? byTrack.get(track) : null;
        if (stack != null && stack.end > 0) {
            push(stack, name, name);
        }
    }

    private void push(Stack stack, int name, int index) {
        if (open == MOST_OPEN) {
            return;
        }
        open++;
        if (stack.end == stack.pairs.length) {
            stack.pairs = Arrays.copyOf(stack.pairs, stack.end * 2);
        }
        stack.pairs[stack.end++] = name;
        stack.pairs[stack.end++] = index;
    }

    /** Returns the index of the innermost open span of this name, which ends; that of the name alone without one. */
    int end(int track, int name) {
        Stack stack = sited.get(name) ? byTrack.get(track) : null;
        if (stack == null) {
            return name;
        }
        for (int at = stack.end - 2; at >= 0; at -= 2) {
            if (stack.pairs[at] == name) {
                open -= (stack.end - at) / 2; // spans inside it whose ends are missing end with it
                stack.end = at;
                return stack.pairs[at + 1];
            }
        }
        return name;
    }
}
