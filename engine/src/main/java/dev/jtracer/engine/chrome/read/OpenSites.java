// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.SitedNames;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The open spans of callbacks with passing sites. In a file only the begin of a span contains the site, but its end must have
 * the same name index as the begin.
 *
 * <pre>
 *   b execute[0] site=order:12     the index of execute[0] at order:12
 *   b execute[0]                   the index of execute[0]
 *   e execute[0]                   the index of execute[0]: ends the second
 *   e execute[0]                   the index of execute[0] at order:12: ends the first
 * </pre>
 */
final class OpenSites {
    static final int NO_SITE = -1;

    /** Limit of open spans in all. Ends beyond it keep the index of the name alone, and are counted as unmatched. */
    private static final int MOST_OPEN = 1 << 20;

    private final SitedNames names;
    /** Names that have occurred with a site. */
    private final BitSet sited = new BitSet();

    private @Nullable Stack[] byTrack = new Stack[16];
    private int open;

    OpenSites(SitedNames names) {
        this.names = names;
    }

    /** The open spans of one track whose names have occurred with a site: pairs of the name and the index of both. */
    private static final class Stack {
        int[] pairs = new int[8];
        int end;
    }

    /** Returns the index of a name and its site, for an event that is a whole span. */
    int complete(int name, int site) {
        return names.index(name, site);
    }

    /** Returns the index of a name and its site, and remembers it for the end of the span. */
    int begin(int track, int name, int site) {
        if (site == NO_SITE) {
            Stack stack = sited.get(name) && track < byTrack.length ? byTrack[track] : null;
            if (stack != null && stack.end > 0) {
                push(stack, name, name);
            }
            return name;
        }
        sited.set(name);
        int index = names.index(name, site);
        push(stackOf(track), name, index);
        return index;
    }

    private Stack stackOf(int track) {
        if (track >= byTrack.length) {
            byTrack = Arrays.copyOf(byTrack, Math.max(track + 1, byTrack.length * 2));
        }
        Stack stack = byTrack[track];
        if (stack == null) {
            stack = new Stack();
            byTrack[track] = stack;
        }
        return stack;
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
        Stack stack = track < byTrack.length && sited.get(name) ? byTrack[track] : null;
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
