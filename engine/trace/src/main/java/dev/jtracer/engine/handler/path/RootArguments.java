// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.pairing.PairingState;
import dev.jtracer.engine.pairing.Span;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of the root call that is open on each track, and those of the latest end. Spans are reported at their
 * ends, so no more is needed.
 */
final class RootArguments {
    private static final List<String> OF_END =
            List.of(TraceWords.STATUS, TraceWords.ROWS, TraceWords.TRACE_ID, TraceWords.RESULT, TraceWords.EXCEPTION);

    /** The arguments of one event. */
    private record Known(int track, int name, long nanos, Map<String, Object> arguments) {}

    private final Map<Integer, Known> begins = new HashMap<>();
    private final PairingState pairing;
    private @Nullable Known end;

    RootArguments(PairingState pairing) {
        this.pairing = pairing;
    }

    /** Takes the begin or the end of a call or a run. */
    void add(TraceEvent event) {
        if (event.phase() == Phase.ASYNC_END) {
            end = new Known(event.track(), event.nameIndex(), event.tsNanos(), known(event, OF_END));
        } else if ((event.flags() & (SpanFlags.PASS | SpanFlags.CALLBACK | SpanFlags.THREAD)) == 0
                && pairing.open(event.track()) == 0) {
            Map<String, Object> arguments = known(event, List.of(TraceWords.ARGUMENTS));
            if (!arguments.isEmpty()) {
                begins.put(event.track(), new Known(event.track(), event.nameIndex(), event.tsNanos(), arguments));
            }
        }
    }

    private static Map<String, Object> known(TraceEvent event, List<String> keys) {
        Map<String, @Nullable Object> all = event.args().asMap();
        Map<String, Object> known = new LinkedHashMap<>();
        for (String key : keys) {
            Object value = all.get(key);
            if (value instanceof String || value instanceof Long) {
                known.put(key, value);
            }
        }
        return known;
    }

    /** Forgets the begins of a track whose root call has ended. */
    void ended(int track) {
        begins.remove(track);
    }

    /** Returns the arguments of the root call that ends now. */
    Map<String, Object> of(Span span) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        add(arguments, begins.get(span.track()), span, span.startNanos());
        add(arguments, end, span, span.endNanos());
        return arguments;
    }

    private static void add(Map<String, Object> arguments, @Nullable Known known, Span span, long nanos) {
        if (known != null && known.track == span.track() && known.name == span.nameIndex() && known.nanos == nanos) {
            arguments.putAll(known.arguments);
        }
    }
}
