// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.OpenSpans;
import java.util.ArrayList;
import java.util.List;

/** The calls of one track that have begun and not ended, and how far the track has come in the windows. */
final class OpenTrackCalls {
    private final OpenSpans spans = new OpenSpans();
    /** Copies of the events that began the calls, innermost last. */
    private final List<TraceEvent> begins = new ArrayList<>(4);

    /** The window that the track is in, or comes to next. */
    int window;

    boolean inside;

    void begin(TraceEvent event) {
        spans.push(event.nameIndex(), event.tsNanos(), event.flags());
        begins.add(event.copy());
    }

    /** Closes what an end closes, by the rules of {@link dev.jtracer.engine.pairing.SpanPairing}. */
    void end(TraceEvent event) {
        int level = event.phase() == Phase.ASYNC_END ? spans.nearest(event.nameIndex()) : spans.depth() - 1;
        while (level >= 0 && spans.depth() > level) {
            spans.close(event.tsNanos());
            begins.remove(begins.size() - 1);
        }
    }

    /** Returns the events that began the open calls, outermost first. */
    List<TraceEvent> begins() {
        return begins;
    }
}
