// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.NameInterner;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.HashMap;
import java.util.Map;

/** The names, symbols and tracks of a trace put together. */
final class UnifiedTables {
    private static final long ALL_PROCESSES = Long.MIN_VALUE;

    final StringTable names = new StringTable();
    final StringTable symbols = new StringTable();
    final TrackTable tracks = new TrackTable();
    private final NameInterner nameIndexes = new NameInterner(names);
    private final NameInterner symbolIndexes = new NameInterner(symbols);
    private final Map<AsyncKey, Integer> asyncTracks = new HashMap<>();

    int name(String name) {
        return nameIndexes.index(name);
    }

    int symbol(String symbol) {
        return symbolIndexes.index(symbol);
    }

    /** The track of a thread. */
    int thread(Track track, long pid) {
        int index = tracks.thread(track.kind(), pid, track.tid());
        nameThread(index, track.name());
        return index;
    }

    /** Gives a thread a name if it has none. */
    void nameThread(int index, String name) {
        if (!name.isEmpty() && tracks.get(index).name().isEmpty()) {
            tracks.rename(index, name);
        }
    }

    /** The track of the ids of a group of sources. Where the source has a track for each name, this has too. */
    int async(int group, TraceEvent event, Track track, long pid) {
        boolean local = event.idKind() == IdKind.LOCAL;
        String name = isLegacy(event) ? event.name() : "";
        AsyncKey key = new AsyncKey(
                group, local ? pid : ALL_PROCESSES, event.scope(), track.category(), track.id(), isLegacy(event), name);
        return asyncTracks.computeIfAbsent(
                key, first -> tracks.addAsync(pid, track.tid(), track.category(), track.id()));
    }

    private static boolean isLegacy(TraceEvent event) {
        return switch (event.phase()) {
            case LEGACY_ASYNC_START, LEGACY_ASYNC_STEP_INTO, LEGACY_ASYNC_STEP_PAST, LEGACY_ASYNC_FINISH -> true;
            default -> false;
        };
    }

    private record AsyncKey(
            int group, long pid, String scope, String category, String id, boolean legacy, String name) {}
}
