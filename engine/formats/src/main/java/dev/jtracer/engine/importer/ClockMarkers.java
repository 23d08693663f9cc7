// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clock syncs among a trace's events. A marker is an event {@code c} with {@code args.sync_id}; the trace that
 * requested the sync also has {@code args.issue_ts}. In older traces of Chrome it is a pair of {@code S} and
 * {@code F} named {@code ClockSyncEvent.ID}. In microseconds:
 *
 * <pre>
 *   {"ph":"c","ts":14,"args":{"sync_id":"s1","issue_ts":10}}        marker s1 10..14, requested here
 *   {"ph":"c","ts":92,"args":{"sync_id":"s1"}}                      marker s1 92..92, received here
 *   {"ph":"S","ts":10,"name":"ClockSyncEvent.s1"}, {"ph":"F","ts":14,"name":"ClockSyncEvent.s1"}
 *                                                                   marker s1 10..14
 * </pre>
 *
 * <p>{@link ClockSync} computes the offsets from the markers.
 */
final class ClockMarkers {
    private static final String LEGACY_NAME = "ClockSyncEvent.";

    /** Bound of the memory that a hostile trace can take; real traces have a few. */
    private static final int MAX_MARKERS = 10_000;

    final List<Marker> markers = new ArrayList<>();

    private long bad;
    private boolean legacyOpen;
    private String legacyId = "";
    private long legacyStartNanos;

    /**
     * One half of a clock sync: the event on the clock of one trace.
     *
     * @param syncId id that both halves share
     * @param startNanos time of the request if this trace sent it, else of the receipt
     * @param endNanos time of the answer if this trace sent the request, else of the receipt
     */
    record Marker(String syncId, long startNanos, long endNanos) {}

    void take(TraceEvent event) {
        Phase phase = event.phase();
        if (phase == Phase.CLOCK_SYNC) {
            takeMarker(event);
        } else if ((phase == Phase.LEGACY_ASYNC_START || phase == Phase.LEGACY_ASYNC_FINISH)
                && event.name().startsWith(LEGACY_NAME)) {
            takeLegacy(event);
        }
    }

    long bad() {
        return bad;
    }

    private void takeMarker(TraceEvent event) {
        Args args = event.args();
        String syncId = syncId(args);
        if (syncId == null) {
            bad++;
            return;
        }
        Number issued = args.number("issue_ts");
        add(syncId, issued == null ? event.tsNanos() : nanos(issued), event.tsNanos());
    }

    private void add(String syncId, long startNanos, long endNanos) {
        if (startNanos > endNanos || markers.size() == MAX_MARKERS) {
            bad++;
        } else {
            markers.add(new Marker(syncId, startNanos, endNanos));
        }
    }

    private void takeLegacy(TraceEvent event) {
        String named = event.name().substring(LEGACY_NAME.length());
        String argument = syncId(event.args());
        String syncId = argument == null ? named : argument;
        if (event.phase() == Phase.LEGACY_ASYNC_START) {
            legacyOpen = true;
            legacyId = syncId;
            legacyStartNanos = event.tsNanos();
        } else if (legacyOpen && legacyId.equals(syncId)) {
            legacyOpen = false;
            add(syncId, legacyStartNanos, event.tsNanos());
        } else {
            bad++;
        }
    }

    private static @Nullable String syncId(Args args) {
        String text = args.text("sync_id");
        Number number = args.number("sync_id");
        return text == null && number != null ? number.toString() : text;
    }

    private static long nanos(Number micros) {
        return micros instanceof Long whole ? whole * 1000 : Math.round(micros.doubleValue() * 1000);
    }
}
