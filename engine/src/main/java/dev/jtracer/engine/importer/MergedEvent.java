// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ForwardingEvent;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.LiveEvent;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of one source as events of the merged trace. A view over the source's own view, which looks up indexes in
 * arrays, so that an event costs no hash and no string.
 */
final class MergedEvent extends ForwardingEvent {
    private static final int UNKNOWN = -1;
    private static final Set<String> FRAME_IDS = Set.of("sf", "esf");
    /** Position of the group's number within a flow's number, so that equal numbers of two groups differ. */
    private static final int GROUP_SHIFT = 48;

    private final UnifiedTables tables;
    private final ProcessNumbers processes;
    private final String source;
    /** Suffix of stack frame ids, so that those of several sources differ; empty for the first. */
    private final String frameIdEnding;

    private final int group;
    private final long shiftNanos;
    private int[] names = {};
    private int[] symbols = {};
    private int[] tracks = {};

    private TraceEvent event = new LiveEvent(new StringTable(), new TrackTable());
    private long index;
    private int nameIndex;
    private int categoryIndex;
    private int track;
    private long sourcePid;
    private long pid;
    private boolean pidKnown;
    private long tid;

    MergedEvent(UnifiedTables tables, ProcessNumbers processes, FileOrder.Placement placement) {
        this.tables = tables;
        this.processes = processes;
        this.source = placement.name();
        this.frameIdEnding = placement.number() == 0 ? "" : "@" + placement.number();
        this.group = placement.group();
        this.shiftNanos = placement.shiftNanos();
    }

    /** Sets this to an event of the source with {@code index} in the merged trace. Returns this. */
    MergedEvent set(TraceEvent event, Track sourceTrack, long index) {
        this.event = event;
        this.index = index;
        pid = pid(event.pid());
        nameIndex = name(event.nameIndex());
        categoryIndex = symbol(event.categoryIndex());
        track = track(sourceTrack);
        tid = event.tid();
        if (tables.tracks.isOther(track)) {
            pid = tables.tracks.get(track).pid();
            pidKnown = false;
            tid = tables.tracks.get(track).tid();
        }
        tables.countShared(nameIndex, categoryIndex, track);
        return this;
    }

    private long pid(long number) {
        if (!pidKnown || number != sourcePid) {
            sourcePid = number;
            pid = processes.number(group, number, source);
            pidKnown = true;
        }
        return pid;
    }

    private int name(int number) {
        if (number >= names.length) {
            names = grown(names, number);
        }
        if (names[number] == UNKNOWN) {
            names[number] = tables.name(event.name(), event.site());
        }
        return names[number];
    }

    private int symbol(int number) {
        if (number >= symbols.length) {
            symbols = grown(symbols, number);
        }
        if (symbols[number] == UNKNOWN) {
            symbols[number] = tables.symbol(event.category());
        }
        return symbols[number];
    }

    private int track(Track of) {
        int number = of.index();
        if (number >= tracks.length) {
            tracks = grown(tracks, number);
        }
        if (tracks[number] == UNKNOWN) {
            long process = processes.number(group, of.pid(), source);
            tracks[number] = of.isAsync() ? tables.async(group, event, of, process) : tables.thread(of, process);
        }
        return tracks[number];
    }

    private static int[] grown(int[] numbers, int index) {
        int[] grown = Arrays.copyOf(numbers, Math.max(64, (index + 1) * 2));
        Arrays.fill(grown, numbers.length, grown.length, UNKNOWN);
        return grown;
    }

    /** Adds the data that are complete at the end of a source: the names of its threads, and its stack frames. */
    void end(TraceSource ended) {
        nameThreads(ended.tracks());
        tables.addFrames(ended.stackFrames(), frameIdEnding);
    }

    private void nameThreads(TrackTable sourceTracks) {
        for (int i = 0; i < Math.min(tracks.length, sourceTracks.size()); i++) {
            if (tracks[i] != UNKNOWN) {
                tables.nameThread(tracks[i], sourceTracks.get(i).name());
            }
        }
    }

    @Override
    protected TraceEvent original() {
        return event;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public long tsNanos() {
        return shifted(event.tsNanos());
    }

    /** Converts a time of the source to one of the merged trace. Any thread may call it. */
    long shifted(long tsNanos) {
        return tsNanos + shiftNanos;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public long tid() {
        return tid;
    }

    @Override
    public int nameIndex() {
        return nameIndex;
    }

    @Override
    public int categoryIndex() {
        return categoryIndex;
    }

    /** Returns the scope, with the group if the id is not within a process: equal ids of two recordings are two ids. */
    @Override
    public String scope() {
        String scope = event.scope();
        boolean shared = event.idKind() == IdKind.PLAIN || event.idKind() == IdKind.GLOBAL;
        return group > 0 && shared && !isLocalById() ? scope + "@" + group : scope;
    }

    /** Returns whether an event's plain id is unique within its process only. */
    private boolean isLocalById() {
        return switch (event.phase()) {
            case OBJECT_CREATED, OBJECT_SNAPSHOT, OBJECT_DELETED, CONTEXT_ENTER, CONTEXT_LEAVE, COUNTER -> true;
            default -> false;
        };
    }

    @Override
    public long bindId() {
        return passing(event.bindId());
    }

    @Override
    public long hop() {
        return passing(event.hop());
    }

    /** Returns a passing's number in the merged trace, where equal numbers of two groups differ. */
    private long passing(long number) {
        return number == 0 || group == 0 ? number : number ^ ((long) group << GROUP_SHIFT);
    }

    @Override
    public int track() {
        return track;
    }

    /** Returns the arguments; of a recording's facts with the wall-clock time of the whole's time 0. */
    @Override
    public Args args() {
        Args args = event.args();
        if (shiftNanos == 0 || event.phase() != Phase.INSTANT || !event.name().equals(TraceWords.RECORDING)) {
            return args;
        }
        Number start = args.number(TraceWords.START_EPOCH_MICROS);
        if (start == null) {
            return args;
        }
        Map<String, @Nullable Object> facts = new LinkedHashMap<>(args.asMap());
        facts.put(TraceWords.START_EPOCH_MICROS, start.longValue() - shiftNanos / 1000);
        return Args.of(facts);
    }

    /** Returns the members, with the ids of stack frames in the merged trace. */
    @Override
    public Args otherFields() {
        Args fields = event.otherFields();
        if (frameIdEnding.isEmpty() || Collections.disjoint(fields.asMap().keySet(), FRAME_IDS)) {
            return fields;
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>(fields.asMap());
        FRAME_IDS.forEach(member -> members.computeIfPresent(member, (name, id) -> id + frameIdEnding));
        return Args.of(members);
    }
}
