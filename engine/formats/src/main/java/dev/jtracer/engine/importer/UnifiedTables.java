// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.NameInterner;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SitedNames;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.HashMap;
import java.util.Map;

/**
 * The names, symbols, tracks and stack frames of a trace that is built, from one source or from several, and the
 * problems of building it.
 */
public class UnifiedTables {
    private static final long ALL_PROCESSES = Long.MIN_VALUE;

    protected final StringTable names = new StringTable();
    protected final StringTable symbols = new StringTable();
    protected final TrackTable tracks;
    final StackFrames stackFrames;
    protected final NameInterner nameIndexes;
    protected final NameInterner symbolIndexes;
    protected final SitedNames sitedNames;
    private final Map<AsyncKey, Integer> asyncTracks = new HashMap<>();
    protected final ProblemCounts problems = new ProblemCounts();

    /** @param limits limits of their contents for all sources together; entries beyond them are counted */
    protected UnifiedTables(ImportLimits limits) {
        this.tracks = new TrackTable(limits.maxTracks());
        this.stackFrames = new StackFrames(limits.maxIds(), limits.maxTextBytes());
        this.nameIndexes = new NameInterner(names, limits.maxNames(), limits.maxTextBytes());
        this.symbolIndexes = new NameInterner(symbols, limits.maxIds(), limits.maxTextBytes());
        this.sitedNames = new SitedNames(names, symbols, limits.maxNames());
    }

    public StringTable names() {
        return names;
    }

    public StringTable symbols() {
        return symbols;
    }

    public TrackTable tracks() {
        return tracks;
    }

    public StackFrames stackFrames() {
        return stackFrames;
    }

    /** Returns the counts of problems, to which its user may add. */
    public ProblemCounts problems() {
        return problems;
    }

    public int name(String name) {
        return nameIndexes.index(name);
    }

    /**
     * Returns the index of the name of a request or a statement, which names of other kinds do not share, or of a
     * callback with its pass site, {@code Class.method:line}; empty for none.
     */
    public int name(String name, String site, NameKind kind) {
        int index = name(name);
        if (nameIndexes.isOther(index) || kind == NameKind.METHOD && site.isEmpty()) {
            return index;
        }
        if (kind != NameKind.METHOD) {
            return sitedNames.index(index, kind);
        }
        int symbol = symbol(site);
        return symbolIndexes.isOther(symbol) ? index : sitedNames.index(index, symbol);
    }

    public int symbol(String symbol) {
        return symbolIndexes.index(symbol);
    }

    int thread(Track track, long pid) {
        int index = tracks.thread(track.kind(), pid, track.tid());
        nameThread(index, track.name());
        return index;
    }

    /** Sets the name of a thread that has none. */
    void nameThread(int index, String name) {
        if (!name.isEmpty() && tracks.get(index).name().isEmpty()) {
            tracks.rename(index, name);
        }
    }

    /** Returns the track of ids of a group of sources. Where the source has one for each name, so has this table. */
    int async(int group, TraceEvent event, Track track, long pid) {
        boolean local = event.idKind() == IdKind.LOCAL;
        boolean legacy = isLegacyAsync(event.phase());
        String name = legacy ? event.name() : "";
        AsyncKey key = new AsyncKey(
                group, local ? pid : ALL_PROCESSES, event.scope(), track.category(), track.id(), legacy, name);
        Integer known = asyncTracks.get(key);
        if (known != null) {
            return known;
        }
        int index = tracks.addAsync(pid, track.tid(), track.category(), track.id());
        if (!tracks.isOther(index)) {
            asyncTracks.put(key, index);
            if (track.kind() == Track.Kind.VIRTUAL_THREAD) {
                tracks.setVirtual(index);
            }
        }
        return index;
    }

    /** Adds the frames of a source, with a suffix to their ids. */
    void addFrames(StackFrames frames, String idEnding) {
        boolean[] fits = {true};
        frames.forEach((id, frame) -> {
            String parent = frame.parent().isEmpty() ? "" : frame.parent() + idEnding;
            fits[0] &= stackFrames.put(id + idEnding, new StackFrames.Frame(frame.name(), frame.category(), parent));
        });
        if (!fits[0]) {
            problems.add(ImportProblem.SECTION_TOO_LARGE, "section 'stackFrames'");
        }
    }

    /** Counts the shared entries of an event, for which there was no room. */
    void countShared(int name, int category, int track) {
        if (nameIndexes.isOther(name)) {
            problems.add(ImportProblem.TOO_MANY_NAMES, "");
        }
        if (symbolIndexes.isOther(category) || tracks.isOther(track)) {
            problems.add(ImportProblem.TOO_MANY_IDS, "");
        }
    }

    /** Returns whether events of a phase are those of the older form of async spans, which have a track by name. */
    public static boolean isLegacyAsync(Phase phase) {
        return switch (phase) {
            case LEGACY_ASYNC_START, LEGACY_ASYNC_STEP_INTO, LEGACY_ASYNC_STEP_PAST, LEGACY_ASYNC_FINISH -> true;
            default -> false;
        };
    }

    private record AsyncKey(
            int group, long pid, String scope, String category, String id, boolean legacy, String name) {}
}
