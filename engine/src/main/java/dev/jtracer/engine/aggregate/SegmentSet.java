// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import java.util.Map;
import java.util.TreeMap;

/** A set of segments of a recording, as ranges that do not touch. */
final class SegmentSet {
    /** Limit of the numbers of segments, exclusive. */
    static final long MOST_SEGMENTS = 1L << 40;

    private final TreeMap<Long, Long> lastByFirst = new TreeMap<>();

    void add(long first, long last) {
        long from = first;
        long to = last;
        Map.Entry<Long, Long> before = lastByFirst.floorEntry(first);
        if (before != null && before.getValue() == first - 1) {
            from = before.getKey();
            lastByFirst.remove(from);
        }
        Long after = lastByFirst.remove(last + 1);
        if (after != null) {
            to = after;
        }
        lastByFirst.put(from, to);
    }

    void addAll(SegmentSet other) {
        other.lastByFirst.forEach(this::add);
    }

    /** Returns a segment that is in both sets, or -1. */
    long common(SegmentSet other) {
        for (Map.Entry<Long, Long> range : other.lastByFirst.entrySet()) {
            Map.Entry<Long, Long> here = lastByFirst.floorEntry(range.getValue());
            if (here != null && here.getValue() >= range.getKey()) {
                return Math.max(here.getKey(), range.getKey());
            }
        }
        return -1;
    }

    /** Returns whether the set contains all segments of a range; true for an empty range. */
    boolean contains(long first, long last) {
        if (first > last) {
            return true;
        }
        Map.Entry<Long, Long> range = lastByFirst.floorEntry(first);
        return range != null && range.getValue() >= last;
    }

    /** Returns the number of segments missing before the last one. */
    long missing() {
        long missing = 0;
        long next = 0;
        for (Map.Entry<Long, Long> range : lastByFirst.entrySet()) {
            missing += range.getKey() - next;
            next = range.getValue() + 1;
        }
        return missing;
    }

    void write(PartialOutput out) {
        out.writeUnsigned(lastByFirst.size());
        long next = 0;
        for (Map.Entry<Long, Long> range : lastByFirst.entrySet()) {
            out.writeUnsigned(range.getKey() - next);
            out.writeUnsigned(range.getValue() - range.getKey());
            next = range.getValue() + 1;
        }
    }

    static SegmentSet read(PartialInput in) throws PartialFormatException {
        SegmentSet segments = new SegmentSet();
        int ranges = in.readLength();
        long next = 0;
        for (int i = 0; i < ranges; i++) {
            long first = next + in.readCount();
            long last = first + in.readCount();
            in.require(first >= next && last >= first && last < MOST_SEGMENTS, "a segment has no number");
            in.require(i == 0 || first > next, "segments are not in order");
            segments.add(first, last);
            next = last + 1;
        }
        return segments;
    }
}
