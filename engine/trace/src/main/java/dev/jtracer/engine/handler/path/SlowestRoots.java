// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.handler.Longest;
import dev.jtracer.engine.handler.request.Request;
import dev.jtracer.engine.handler.request.RequestsHandler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The slowest root calls with the calls within them. One that began a request counts until the request's end. */
final class SlowestRoots {
    private static final int MOST_WAITING = 10_000;

    private final Longest<RootCall> slowest;
    private final StringTable names;
    private final RequestsHandler requests;
    /** Calls whose requests may last longer than they did. */
    private final LinkedHashMap<Request, RootCall> waiting = new LinkedHashMap<>();

    /** The request of the call that {@link #takes} has accepted last; null if it began none that lasts longer. */
    private @Nullable Request request;

    /** Creates an empty collection of at most {@code most} calls. */
    SlowestRoots(int most, StringTable names, RequestsHandler requests) {
        this.slowest = new Longest<>(most);
        this.names = names;
        this.requests = requests;
    }

    /** Returns whether a call is among the slowest so far, or may be when its request ends. */
    boolean takes(int track, long nanos, long startNanos) {
        request = requests.takeRoot(track, startNanos);
        return request != null || slowest.takes(nanos, startNanos, track);
    }

    /** Adds a call that {@link #takes} has accepted, with the calls that are below its node now. */
    void add(int track, long startNanos, long nanos, PathNode node, Map<String, Object> arguments) {
        RootCall call = new RootCall(track, startNanos, CallPath.of(node, names::get), arguments, nanos);
        Request itsRequest = request;
        request = null;
        if (itsRequest == null) {
            slowest.add(nanos, startNanos, track, call);
            return;
        }
        waiting.put(itsRequest, call);
        if (itsRequest.isSettled()) {
            settled(itsRequest, true);
        } else if (waiting.size() > MOST_WAITING) {
            settled(waiting.keySet().iterator().next(), false);
        }
    }

    /** Takes a request whose end is known, or will not be. */
    void settled(Request settled, boolean hasEnded) {
        RootCall call = waiting.remove(settled);
        if (call == null) {
            return;
        }
        long nanos = hasEnded ? Math.max(call.durationNanos(), settled.nanos()) : call.durationNanos();
        if (slowest.takes(nanos, call.startNanos(), call.track())) {
            Map<String, Object> arguments = new LinkedHashMap<>(call.arguments());
            settled.arguments().forEach(arguments::putIfAbsent);
            slowest.add(
                    nanos,
                    call.startNanos(),
                    call.track(),
                    new RootCall(call.track(), call.startNanos(), call.path(), arguments, nanos));
        }
    }

    /** Returns the calls, the slowest first. */
    List<RootCall> sorted() {
        return slowest.sorted();
    }
}
