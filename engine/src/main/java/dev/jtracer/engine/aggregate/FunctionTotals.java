// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.pairing.SpanPairing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Totals per function of some segments of a recording: a partial result. {@link FunctionTotalsHandler} computes that of a
 * segment, {@link #merge} merges two, {@link #finish} returns the result. In between they can be transferred as bytes.
 *
 * <p>The result does not depend on where the recording was cut, nor on the order and grouping of merges: it is the same to
 * the bit, and equals that of {@link SpanPairing} over the whole. A segment may begin and end in the middle of a call. The
 * only exception is counted: a track whose times go back from one segment to the next, see {@link
 * FunctionStatistics#timesBack}.
 *
 * <p>Names are compared as text, as in a file: overloads are one function. Calls last from their begin to their end; passings of
 * callbacks and their runs are no calls. Not safe for use by several threads.
 */
public final class FunctionTotals {
    /* Spans inside a segment are in the totals. Undecided data are kept separately: for b and e per track, reduced to the
     * relevant tokens (TrackResidue); events that nest with others of their thread unchanged (UndecidedEvents). All residues
     * keep the number of their segment, so merges can have any order: only neighbours are joined. */

    private static final int MAGIC = 0x4a546674; // "JTft"
    private static final int VERSION = 1;

    private final TotalsTable totals;
    private final SegmentSet segments = new SegmentSet();
    private final Map<TrackKey, Integer> trackIds = new HashMap<>();
    /* By number. A number without remaining events is reused for another track, because there may be a million ids, used
     * once each. */
    private final List<@Nullable TrackKey> trackKeys = new ArrayList<>();
    private final List<TrackHistory> tracks = new ArrayList<>();
    private final ArrayDeque<Integer> freeTracks = new ArrayDeque<>();
    private final SortedMap<Long, UndecidedEvents> kept = new TreeMap<>();

    /** Creates the totals of no segment, which do not change others when merged. */
    public FunctionTotals() {
        this(new TotalsTable());
    }

    FunctionTotals(TotalsTable totals) {
        this.totals = totals;
    }

    /** Returns the history of a track. */
    TrackHistory track(int id) {
        return tracks.get(id);
    }

    int trackId(TrackKey key) {
        Integer known = trackIds.get(key);
        if (known != null) {
            return known;
        }
        Integer free = freeTracks.poll();
        int id = free == null ? tracks.size() : free;
        if (free == null) {
            trackKeys.add(key);
            tracks.add(new TrackHistory());
        } else {
            trackKeys.set(id, key);
        }
        trackIds.put(key, id);
        return id;
    }

    /** Completes the totals of one segment. */
    void endSegment(long segment, UndecidedEvents events) {
        segments.add(segment, segment);
        if (!events.isEmpty()) {
            keep(segment, events);
        }
        join();
    }

    private void keep(long segment, UndecidedEvents events) {
        kept.put(segment, events);
        events.mark(tracks);
    }

    private void join() {
        for (int id = 0; id < tracks.size(); id++) {
            tracks.get(id).join(segments, totals);
            TrackKey key = trackKeys.get(id);
            if (key != null && tracks.get(id).isEmpty()) {
                trackIds.remove(key);
                trackKeys.set(id, null);
                freeTracks.add(id);
            }
        }
    }

    /**
     * Adds the totals of other segments, which are not changed.
     *
     * @return this
     * @throws IllegalArgumentException if a segment is in both; these totals are then unchanged
     */
    public FunctionTotals merge(FunctionTotals other) {
        long common = segments.common(other.segments);
        if (common >= 0) {
            throw new IllegalArgumentException(
                    "segment '" + common + "' is in both partial results; merge each segment once");
        }
        segments.addAll(other.segments);
        add(other);
        join();
        return this;
    }

    private void add(FunctionTotals other) {
        int[] nameIds = totals.add(other.totals);
        int[] ids = new int[other.trackKeys.size()];
        for (int i = 0; i < ids.length; i++) {
            TrackKey key = other.trackKeys.get(i);
            if (key == null) {
                continue;
            }
            ids[i] = trackId(key);
            for (TrackResidue run : other.tracks.get(i).runs()) {
                tracks.get(ids[i]).add(run.copy(nameIds));
            }
        }
        other.kept.forEach((segment, events) -> keep(segment, events.copy(nameIds, ids)));
    }

    /** Returns the result of the segments merged so far. Does not change the totals: more may be merged afterwards. */
    public FunctionStatistics finish() {
        FunctionTotals copy = new FunctionTotals();
        copy.segments.addAll(segments);
        copy.add(this);
        long timesBack = 0;
        for (TrackHistory track : copy.tracks) {
            timesBack += track.finish(segments, copy.totals);
        }
        copy.pairKept();
        return new FunctionStatistics(
                copy.totals.rows(),
                copy.totals.unmatchedBegins,
                copy.totals.unmatchedEnds,
                segments.missing(),
                timesBack);
    }

    private void pairKept() {
        SpanPairing pairing = new SpanPairing(span ->
                totals.add(span.nameIndex(), span.endNanos() - span.startNanos(), span.selfNanos(), span.flags()));
        ReplayedEvent event = new ReplayedEvent();
        kept.values().forEach(events -> events.replay(pairing, event, totals));
        pairing.finish();
        totals.unmatchedBegins =
                Saturated.sum(totals.unmatchedBegins, pairing.counts().unmatchedBegins());
        totals.unmatchedEnds =
                Saturated.sum(totals.unmatchedEnds, pairing.counts().unmatchedEnds());
    }

    /** Returns these totals as bytes, which {@link #decode} reads. Equal totals have equal bytes. */
    public byte[] encode() {
        PartialOutput out = new PartialOutput();
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.writeByte(MAGIC >>> shift);
        }
        out.writeByte(VERSION);
        int[] written = writtenTracks();
        TextTable texts = texts(written);
        texts.write(out);
        segments.write(out);
        writeTotals(out, texts);
        writeTracks(out, texts, written);
        return out.toBytes();
    }

    /** Returns the tracks with residues, in the order of their keys. */
    private int[] writtenTracks() {
        return trackIds.entrySet().stream()
                .filter(track -> !tracks.get(track.getValue()).isEmpty())
                .sorted(Map.Entry.comparingByKey())
                .mapToInt(Map.Entry::getValue)
                .toArray();
    }

    private TextTable texts(int[] written) {
        TextTable texts = new TextTable();
        for (int i = 0; i < totals.names().size(); i++) {
            if (totals.total(i) != null) {
                texts.add(totals.name(i));
            }
        }
        for (int track : written) {
            key(track).addTexts(texts);
            tracks.get(track).runs().forEach(run -> run.addTexts(texts, totals));
        }
        kept.values().forEach(events -> events.addTexts(texts, totals));
        return texts;
    }

    private TrackKey key(int track) {
        return Objects.requireNonNull(trackKeys.get(track), "a track without a key; please report this");
    }

    private void writeTotals(PartialOutput out, TextTable texts) {
        out.writeUnsigned(totals.unmatchedBegins);
        out.writeUnsigned(totals.unmatchedEnds);
        List<Integer> rows = new ArrayList<>();
        for (int i = 0; i < totals.names().size(); i++) {
            if (totals.total(i) != null) {
                rows.add(i);
            }
        }
        rows.sort(Comparator.comparing(totals::name));
        out.writeUnsigned(rows.size());
        for (int row : rows) {
            FunctionTotal total = totals.total(row);
            if (total != null) {
                out.writeUnsigned(texts.index(totals.name(row)));
                total.write(out);
            }
        }
    }

    private void writeTracks(PartialOutput out, TextTable texts, int[] written) {
        int[] places = new int[tracks.size()];
        out.writeUnsigned(written.length);
        for (int place = 0; place < written.length; place++) {
            places[written[place]] = place;
            key(written[place]).write(out, texts);
            List<TrackResidue> runs = tracks.get(written[place]).runs();
            out.writeUnsigned(runs.size());
            runs.forEach(run -> run.write(out, texts, totals));
        }
        out.writeUnsigned(kept.size());
        kept.forEach((segment, events) -> {
            out.writeUnsigned(segment);
            events.write(out, texts, totals, places);
        });
    }

    /**
     * Decodes the result of {@link #encode}. The bytes need not be trusted: reading takes memory proportional to their
     * number.
     *
     * @throws PartialFormatException if they are damaged, something else, or of a later version
     */
    public static FunctionTotals decode(byte[] bytes) throws PartialFormatException {
        PartialInput in = new PartialInput(bytes);
        requireFormat(in, bytes.length);
        TextTable texts = TextTable.read(in);
        FunctionTotals result = new FunctionTotals();
        result.segments.addAll(SegmentSet.read(in));
        result.readTotals(in, texts);
        result.readTracks(in, texts);
        in.requireEnd();
        return result;
    }

    private static void requireFormat(PartialInput in, int length) throws PartialFormatException {
        int magic = 0;
        for (int i = 0; i < Integer.BYTES && i < length; i++) {
            magic = (magic << 8) | in.readByte();
        }
        if (magic != MAGIC) {
            throw new PartialFormatException("these are no totals of functions; they begin with 'JTft'");
        }
        int version = in.readByte();
        if (version != VERSION) {
            throw new PartialFormatException(
                    "totals of version '" + version + "' cannot be read; this program knows version '" + VERSION
                            + "': make both with the same release");
        }
    }

    private void readTotals(PartialInput in, TextTable texts) throws PartialFormatException {
        totals.unmatchedBegins = in.readCount();
        totals.unmatchedEnds = in.readCount();
        int rows = in.readLength();
        for (int i = 0; i < rows; i++) {
            int id = totals.id(texts.readOne(in));
            in.require(totals.total(id) == null, "a function is there twice");
            totals.add(id, FunctionTotal.read(in));
        }
    }

    private void readTracks(PartialInput in, TextTable texts) throws PartialFormatException {
        int count = in.readLength();
        for (int i = 0; i < count; i++) {
            TrackKey key = TrackKey.read(in, texts);
            in.require(!trackIds.containsKey(key), "a track is there twice");
            TrackHistory track = track(trackId(key));
            int runs = in.readLength();
            for (int run = 0; run < runs; run++) {
                track.add(readRun(in, texts));
            }
        }
        int keptSegments = in.readLength();
        for (int i = 0; i < keptSegments; i++) {
            long segment = in.readCount();
            in.require(segments.contains(segment, segment) && !kept.containsKey(segment), "events of no segment");
            keep(segment, UndecidedEvents.read(in, texts, totals, tracks.size()));
        }
    }

    private TrackResidue readRun(PartialInput in, TextTable texts) throws PartialFormatException {
        TrackResidue run = TrackResidue.read(in, texts, totals);
        in.require(segments.contains(run.firstSegment(), run.lastSegment()), "a track of no segment");
        return run;
    }

    /** Returns whether two totals are equal: no merge with others can distinguish them. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FunctionTotals that && Arrays.equals(encode(), that.encode());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encode());
    }
}
