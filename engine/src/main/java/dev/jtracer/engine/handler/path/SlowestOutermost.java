// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.handler.Longest;
import java.util.List;
import java.util.Map;

/** The slowest outermost calls, each with the calls within it. */
final class SlowestOutermost {
    private final Longest<OutermostCall> slowest;
    private final StringTable names;

    /** Creates an empty collection of at most {@code most} calls. */
    SlowestOutermost(int most, StringTable names) {
        this.slowest = new Longest<>(most);
        this.names = names;
    }

    /** Returns whether a call is among the slowest so far. */
    boolean takes(long nanos, long startNanos) {
        return slowest.takes(nanos, startNanos);
    }

    /** Adds a call that {@link #takes} has accepted, with the calls that are below its node now. */
    void add(int track, long startNanos, long nanos, PathNode node, Map<String, Object> arguments) {
        slowest.add(nanos, startNanos, new OutermostCall(track, startNanos, CallPath.of(node, names::get), arguments));
    }

    /** Returns the calls, the slowest first. */
    List<OutermostCall> sorted() {
        return slowest.sorted();
    }
}
