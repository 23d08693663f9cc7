// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.SpanPairing;
import java.util.Arrays;
import java.util.List;

/**
 * Events of one segment that can be decided only with all segments, in columns: events on threads and legacy async events. A
 * complete event may have any other event of its thread inside it or around it, anywhere in the file, and B and E nest with
 * them. About 10 bytes each when encoded.
 */
final class UndecidedEvents {
    private byte[] phases = new byte[16];
    private int[] tracks = new int[16];
    private int[] names = new int[16];
    private int[] flags = new int[16];
    private long[] times = new long[16];
    private long[] durations = new long[16];
    private int count;

    static boolean keeps(Phase phase) {
        return switch (phase) {
            case DURATION_BEGIN,
                    DURATION_END,
                    COMPLETE,
                    INSTANT,
                    INSTANT_OLD,
                    MARK,
                    LEGACY_ASYNC_START,
                    LEGACY_ASYNC_STEP_INTO,
                    LEGACY_ASYNC_STEP_PAST,
                    LEGACY_ASYNC_FINISH -> true;
            default -> false;
        };
    }

    boolean isEmpty() {
        return count == 0;
    }

    void add(TraceEvent event, int track, int name) {
        add(event.phase(), track, name, event.tsNanos(), event.durNanos(), event.flags());
    }

    private void add(Phase phase, int track, int name, long tsNanos, long durNanos, int eventFlags) {
        if (count == phases.length) {
            grow(count * 2);
        }
        phases[count] = (byte) phase.code();
        tracks[count] = track;
        names[count] = name;
        flags[count] = eventFlags;
        times[count] = tsNanos;
        durations[count] = durNanos;
        count++;
    }

    private void grow(int capacity) {
        phases = Arrays.copyOf(phases, capacity);
        tracks = Arrays.copyOf(tracks, capacity);
        names = Arrays.copyOf(names, capacity);
        flags = Arrays.copyOf(flags, capacity);
        times = Arrays.copyOf(times, capacity);
        durations = Arrays.copyOf(durations, capacity);
    }

    void replay(SpanPairing pairing, ReplayedEvent event, TotalsTable totals) {
        for (int i = 0; i < count; i++) {
            pairing.accept(
                    event.set(phase(i), tracks[i], names[i], totals.name(names[i]), times[i], durations[i], flags[i]));
        }
    }

    /** Returns a copy for other tables of names and tracks. */
    UndecidedEvents copy(int[] nameIds, int[] trackIds) {
        UndecidedEvents copy = new UndecidedEvents();
        for (int i = 0; i < count; i++) {
            copy.add(phase(i), trackIds[tracks[i]], nameIds[names[i]], times[i], durations[i], flags[i]);
        }
        return copy;
    }

    private Phase phase(int i) {
        Phase phase = Phase.of(phases[i]);
        if (phase == null) {
            throw new IllegalStateException("no phase '" + phases[i] + "'; please report this");
        }
        return phase;
    }

    void addTexts(TextTable texts, TotalsTable totals) {
        for (int i = 0; i < count; i++) {
            texts.add(totals.name(names[i]));
        }
    }

    /** Marks the tracks that have an event. */
    void mark(List<TrackHistory> histories) {
        for (int i = 0; i < count; i++) {
            histories.get(tracks[i]).keepEvents();
        }
    }

    void write(PartialOutput out, TextTable texts, TotalsTable totals, int[] trackPlaces) {
        out.writeUnsigned(count);
        long before = 0;
        for (int i = 0; i < count; i++) {
            out.writeByte(phases[i]);
            out.writeUnsigned(trackPlaces[tracks[i]]);
            out.writeUnsigned(texts.index(totals.name(names[i])));
            out.writeSigned(times[i] - before);
            out.writeUnsigned(durations[i]);
            out.writeUnsigned(flags[i]);
            before = times[i];
        }
    }

    static UndecidedEvents read(PartialInput in, TextTable texts, TotalsTable totals, int trackCount)
            throws PartialFormatException {
        UndecidedEvents events = new UndecidedEvents();
        int count = in.readLength();
        long time = 0;
        for (int i = 0; i < count; i++) {
            Phase phase = Phase.of(in.readByte());
            if (phase == null || !keeps(phase)) {
                in.require(false, "an event of a phase that is not kept");
                break;
            }
            int track = in.readIndex(trackCount);
            int name = totals.id(texts.readOne(in));
            time += in.readSigned();
            events.add(phase, track, name, time, in.readCount(), in.readIndex(1 << Short.SIZE));
        }
        return events;
    }
}
