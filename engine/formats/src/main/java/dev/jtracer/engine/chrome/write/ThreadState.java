// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.pairing.OpenSpans;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The state of one thread in a {@link SegmentedTraceWriter}. */
final class ThreadState {
    final int track;
    /* Outermost first: written calls, then calls held back because they may turn out too short, then calls beyond the
     * depth limit. An outer call has lasted longer than its inner calls, so the three never mix. */
    final OpenSpans open = new OpenSpans();
    int written;
    /** Time of the thread's last event, written or not. No later event is allowed before it. */
    long lastNanos;
    /** The thread as the current segment names it; null while it has no outer span there. */
    @Nullable
    Track row;

    /** The names that are the texts of the open calls' arguments, by level; 0 for none. */
    private int[] arguments = {};

    ThreadState(int track) {
        this.track = track;
    }

    void arguments(int level, int textIndex) {
        if (level >= arguments.length) {
            if (textIndex == 0) {
                return;
            }
            arguments = Arrays.copyOf(arguments, Math.max(level + 1, arguments.length * 2));
        }
        arguments[level] = textIndex;
    }

    int arguments(int level) {
        return level < arguments.length ? arguments[level] : 0;
    }
}
