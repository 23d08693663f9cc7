// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.EventDetails;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of one source as events of the merged trace, one after the other. Indexes are looked up in arrays, so
 * that an event costs no hash and no string.
 */
final class MergedEvent implements EventDetails {
    private static final Set<String> FRAME_IDS = Set.of("sf", "esf");
    /** Position of the group's number within a flow's number, so that equal numbers of two groups differ. */
    private static final int GROUP_SHIFT = 48;

    private final UnifiedTables tables;
    private final ProcessNumbers processes;
    private final String source;
    /** Suffix of stack frame ids, so that those of several sources differ; empty for the first. */
    private final String frameIdEnding;

    private final int group;
    /** Suffix of the scope of an id that other groups may have, too. */
    private final String groupEnding;

    private final long shiftNanos;
    private final ByIndex<Integer> names = new ByIndex<>();
    private final ByIndex<Integer> symbols = new ByIndex<>();
    private final ByIndex<Integer> tracks = new ByIndex<>();

    private final TraceEvent merged;
    /** The event of the source, whose details are changed when they are asked for. */
    private @Nullable TraceEvent event;

    private long sourcePid;
    private long pid;
    private boolean pidKnown;

    MergedEvent(UnifiedTables tables, ProcessNumbers processes, FileOrder.Placement placement) {
        this.tables = tables;
        this.processes = processes;
        this.source = placement.name();
        this.frameIdEnding = placement.number() == 0 ? "" : "@" + placement.number();
        this.group = placement.group();
        this.groupEnding = "@" + group;
        this.shiftNanos = placement.shiftNanos();
        this.merged = new TraceEvent(tables.names, tables.symbols, tables.tracks);
    }

    /** Returns an event of the source as one of the merged trace, valid until the next. It keeps its index. */
    TraceEvent of(TraceEvent event, Track sourceTrack) {
        this.event = event;
        long pid = pid(event.pid());
        int name = name(event);
        int category = symbol(event);
        int track = track(event, sourceTrack);
        tables.countShared(name, category, track);
        merged.copyFrom(event)
                .setDetails(this)
                .setTsNanos(event.tsNanos() + shiftNanos)
                .setNameIndex(name)
                .setCategoryIndex(category)
                .setId(event.idKind(), event.id())
                .setScope(scope(event))
                .setTrack(track)
                .setThread(pid, event.tid());
        if (group > 0) {
            merged.setBindId(pass(event.bindId())).setForward(pass(event.forward()));
        }
        if (tables.tracks.isOther(track)) {
            Track other = tables.tracks.get(track);
            merged.setThread(other.pid(), other.tid());
        }
        return merged;
    }

    private long pid(long number) {
        if (!pidKnown || number != sourcePid) {
            sourcePid = number;
            pid = processes.number(group, number, source);
            pidKnown = true;
        }
        return pid;
    }

    private int name(TraceEvent event) {
        int number = event.nameIndex();
        Integer known = names.get(number);
        return known != null ? known : names.put(number, tables.name(event.name(), event.site(), event.kind()));
    }

    private int symbol(TraceEvent event) {
        int number = event.categoryIndex();
        Integer known = symbols.get(number);
        return known != null ? known : symbols.put(number, tables.symbol(event.category()));
    }

    private int track(TraceEvent event, Track of) {
        int number = of.index();
        Integer known = tracks.get(number);
        if (known != null) {
            return known;
        }
        long process = processes.number(group, of.pid(), source);
        return tracks.put(number, of.isAsync() ? tables.async(group, event, of, process) : tables.thread(of, process));
    }

    /** Adds the data that are complete at the end of a source: the names of its threads, and its stack frames. */
    void end(TraceSource ended) {
        TrackTable sourceTracks = ended.tracks();
        for (int i = 0; i < sourceTracks.size(); i++) {
            Integer track = tracks.get(i);
            if (track != null) {
                tables.nameThread(track, sourceTracks.get(i).name());
            }
        }
        tables.addFrames(ended.stackFrames(), frameIdEnding);
    }

    /** Returns the scope, with the group if the id is not within a process: two recordings may use one id. */
    private String scope(TraceEvent event) {
        String scope = event.scope();
        boolean shared = event.idKind() == IdKind.PLAIN || event.idKind() == IdKind.GLOBAL;
        if (group == 0 || !shared || isLocalById(event.phase())) {
            return scope;
        }
        return scope.isEmpty() ? groupEnding : scope + groupEnding;
    }

    /** Returns whether an event's plain id is unique within its process only. */
    private static boolean isLocalById(Phase phase) {
        return switch (phase) {
            case OBJECT_CREATED, OBJECT_SNAPSHOT, OBJECT_DELETED, CONTEXT_ENTER, CONTEXT_LEAVE, COUNTER -> true;
            default -> false;
        };
    }

    /** Returns a pass's number in the merged trace, where equal numbers of two groups differ. */
    private long pass(long number) {
        return number == 0 ? 0 : number ^ ((long) group << GROUP_SHIFT);
    }

    @Override
    public boolean isEmpty() {
        return event == null || !event.hasDetails();
    }

    /** Returns the arguments; of a recording's facts with the wall-clock time of the whole's time 0. */
    @Override
    public Args args() {
        TraceEvent event = Objects.requireNonNull(this.event);
        Args args = event.args();
        if (shiftNanos == 0 || event.phase() != Phase.INSTANT || !event.name().equals(TraceWords.RECORDING)) {
            return args;
        }
        Number start = args.number(TraceWords.START_EPOCH_MICROS);
        if (start == null) {
            return args;
        }
        Map<String, @Nullable Object> facts = new LinkedHashMap<>(args.asMap());
        facts.putIfAbsent(TraceWords.OWN_EPOCH_MICROS, start);
        facts.put(TraceWords.START_EPOCH_MICROS, start.longValue() - shiftNanos / 1000);
        return Args.of(facts);
    }

    /** Returns the members, with the ids of stack frames in the merged trace. */
    @Override
    public Args otherFields() {
        Args fields = Objects.requireNonNull(event).otherFields();
        if (frameIdEnding.isEmpty() || Collections.disjoint(fields.asMap().keySet(), FRAME_IDS)) {
            return fields;
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>(fields.asMap());
        FRAME_IDS.forEach(member -> members.computeIfPresent(member, (name, id) -> id + frameIdEnding));
        return Args.of(members);
    }
}
