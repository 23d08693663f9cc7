// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.SpanFlags;
import java.util.Arrays;

/**
 * What a run of consecutive events of one track leaves behind: every span of which nothing before or after the run can change
 * anything is in the totals already; the rest is a list of tokens that mean the same as the run.
 */
final class TrackResidue {
    /* Begins and ends reduce like brackets. In the events
     *
     *     e x    b y  b z  e z  e y    b w  b v  e v
     *
     * nothing that comes before decides about y, z and v. Their durations go to the totals, and what is left is
     *
     *     BASE   END x +dur(y)   OPEN w +dur(v)
     *
     * where each token carries the time of the spans decided above it, which its span will have spent in children. BASE
     * stands for what was open before the run. Tokens are events again: whatever follows another run is led through the same
     * rules (append), and so it does not matter where a trace was cut.
     *
     * An end whose name is not among the OPEN tokens on top is undecided: it may close a span that began before the run, and then
     * the OPENs beneath it too, or nothing. It becomes a token, and only what opens above it is certain again. The rules are
     * those of SpanPairing: the nearest open span of the name, and those within it unfinished.
     *
     * Where a segment ends, its writer ends the open spans with CONTINUED and begins them again in the next file. An end of that
     * kind suspends a span; the begin of the same name resumes it; anything else closes what is suspended. Until the first
     * such thing comes after BASE, RESUME, SUSPEND or INSTANT, something may be suspended; 'touched' marks that it came. */
    private static final int BASE = 0;
    private static final int OPEN = 1;
    /** A begin that resumes a suspended span or, if there is none, opens one. */
    private static final int RESUME = 2;

    private static final int END = 3;
    private static final int SUSPEND = 4;
    /** A point in time before which suspended spans do not end. */
    private static final int INSTANT = 5;

    private static final int KINDS = 6;
    private static final int TOUCHED = 8;
    private static final int INITIAL_CAPACITY = 4;

    private byte[] kinds = new byte[INITIAL_CAPACITY];
    private int[] names = new int[INITIAL_CAPACITY];
    private int[] flags = new int[INITIAL_CAPACITY];
    private long[] times = new long[INITIAL_CAPACITY];
    private long[] childNanos = new long[INITIAL_CAPACITY];
    private int size = 1;
    /** How many OPEN tokens are on top. */
    private int open;
    /** How many of these, the innermost, have ended in their segment and may go on in the next. */
    private int suspended;

    /** Whether it is known that nothing was open before: then there are no undecided tokens. */
    private final boolean rooted;

    /** Time of the first event; the largest number before there is one. */
    private long firstNanos = Long.MAX_VALUE;

    private long lastNanos = Long.MIN_VALUE;
    private final long firstSegment;
    private long lastSegment;

    TrackResidue(boolean rooted, long segment) {
        this.rooted = rooted;
        this.firstSegment = rooted ? 0 : segment;
        this.lastSegment = segment;
    }

    boolean rooted() {
        return rooted;
    }

    long firstSegment() {
        return firstSegment;
    }

    long lastSegment() {
        return lastSegment;
    }

    /** Whether nothing is left, and nothing that comes can be changed by what was. */
    boolean settled() {
        return rooted && size == 1;
    }

    /**
     * Whether a time lies before the time of the run so far, and it is not known whether that matters: SpanPairing moves such a
     * time forward if something is open. Such an event must begin a run of its own.
     */
    boolean undecidedTime(long tsNanos) {
        // What is suspended may be closed by this very event.
        return !rooted && open == suspended && tsNanos < lastNanos;
    }

    /** Whether the run that follows can be appended exactly: its time does not go back, or nothing is open here. */
    boolean joins(TrackResidue next) {
        return settled() || lastNanos <= next.firstNanos;
    }

    void begin(int name, long tsNanos, int flags, TotalsTable totals) {
        note(tsNanos);
        if ((flags & SpanFlags.CONTINUED) != 0 && resume(name, tsNanos, flags)) {
            return;
        }
        open(name, tsNanos, flags, totals);
    }

    private void open(int name, long tsNanos, int flags, TotalsTable totals) {
        closeSuspended(totals);
        push(OPEN, name, see(tsNanos), flags);
        open++;
    }

    private boolean resume(int name, long tsNanos, int flags) {
        if (suspended > 0) {
            if (names[size - suspended] == name) {
                suspended--;
                return true;
            }
            return false;
        }
        if (!rooted && open == 0 && maySuspend()) {
            push(RESUME, name, see(tsNanos), flags);
            return true;
        }
        return false;
    }

    /** Whether spans that are not among the tokens may be suspended; asked when no OPEN is on top. */
    private boolean maySuspend() {
        int kind = kinds[size - 1];
        return kind == BASE || kind == RESUME || kind == SUSPEND || kind == INSTANT;
    }

    void end(int name, long tsNanos, int flags, TotalsTable totals) {
        note(tsNanos);
        if ((flags & SpanFlags.CONTINUED) != 0) {
            suspend(name, tsNanos, flags, totals);
            return;
        }
        closeSuspended(totals);
        int token = nearest(name);
        if (token < 0) {
            endUndecided(END, name, tsNanos, flags, totals);
            return;
        }
        long ts = see(tsNanos);
        while (size - 1 > token) {
            totals.unmatchedBegins++;
            close(ts, SpanFlags.UNFINISHED, totals);
        }
        close(ts, flags, totals);
    }

    private int nearest(int name) {
        for (int token = size - 1; token >= size - open; token--) {
            if (names[token] == name) {
                return token;
            }
        }
        return -1;
    }

    private void suspend(int name, long tsNanos, int flags, TotalsTable totals) {
        if (suspended == open) {
            endUndecided(SUSPEND, name, tsNanos, flags, totals);
        } else if (names[size - 1 - suspended] == name) {
            suspended++;
            see(tsNanos);
        } else {
            totals.unmatchedEnds++;
        }
    }

    private void endUndecided(int kind, int name, long tsNanos, int flags, TotalsTable totals) {
        if (rooted) {
            totals.unmatchedEnds++;
            return;
        }
        // What is suspended on top can be so no longer in a count: it is not on top any more.
        int outermost = size - suspended;
        for (int token = size - 1; token >= outermost; token--) {
            push(SUSPEND, names[token], lastNanos, SpanFlags.CONTINUED);
        }
        suspended = 0;
        push(kind, name, see(tsNanos), flags);
        open = 0;
    }

    void instant(long tsNanos) {
        note(tsNanos);
        if (rooted) {
            if (size > 1) {
                see(tsNanos);
            }
        } else if (open == 0 && maySuspend()) {
            if (kinds[size - 1] == INSTANT) {
                times[size - 1] = see(tsNanos);
            } else {
                push(INSTANT, 0, see(tsNanos), SpanFlags.NONE);
            }
        } else {
            see(tsNanos);
        }
    }

    private void closeSuspended(TotalsTable totals) {
        for (; suspended > 0; suspended--) {
            close(lastNanos, SpanFlags.UNFINISHED, totals);
        }
    }

    /** Closes the span of the innermost token, which is an OPEN. */
    private void close(long endNanos, int endFlags, TotalsTable totals) {
        int token = --size;
        open--;
        long duration = endNanos - times[token];
        int spanFlags = flags[token] | endFlags;
        if ((spanFlags & SpanFlags.CONTINUED) != 0) {
            spanFlags |= SpanFlags.UNFINISHED;
        }
        totals.add(names[token], duration, Math.max(0, duration - childNanos[token]), spanFlags);
        addChild(duration);
        if (settled()) {
            lastNanos = Long.MIN_VALUE;
        }
    }

    /** A span has ended inside whatever is innermost now. */
    private void addChild(long nanos) {
        if (!settled()) {
            childNanos[size - 1] += nanos;
            if (open == 0) {
                kinds[size - 1] |= TOUCHED;
            }
        }
    }

    /** Ends what is open, unfinished. */
    void finish(TotalsTable totals) {
        while (open > 0) {
            totals.unmatchedBegins++;
            close(lastNanos, SpanFlags.UNFINISHED, totals);
        }
    }

    /** Adds the run that follows this one. */
    void append(TrackResidue next, TotalsTable totals) {
        note(next.firstNanos);
        appendAbove(next, 0, totals);
        for (int token = 1; token < next.size; token++) {
            int name = next.names[token];
            long ts = next.times[token];
            switch (next.kind(token)) {
                case OPEN -> open(name, ts, next.flags[token], totals);
                case RESUME -> begin(name, ts, next.flags[token], totals);
                case END, SUSPEND -> end(name, ts, next.flags[token], totals);
                default -> instant(ts);
            }
            appendAbove(next, token, totals);
        }
        suspended = next.suspended > 0 ? next.suspended : suspended;
        lastSegment = next.lastSegment;
        if (!settled()) {
            lastNanos = Math.max(lastNanos, next.lastNanos);
        }
    }

    private void appendAbove(TrackResidue next, int token, TotalsTable totals) {
        boolean touched = (next.kinds[token] & TOUCHED) != 0;
        if (touched) {
            closeSuspended(totals);
        }
        if (touched || next.childNanos[token] != 0) {
            addChild(next.childNanos[token]);
        }
    }

    private int kind(int token) {
        return kinds[token] & ~TOUCHED;
    }

    private void note(long tsNanos) {
        if (firstNanos == Long.MAX_VALUE) {
            firstNanos = tsNanos;
        }
    }

    /** Takes note of a time and returns it, moved forward so that it does not lie before what came before. */
    private long see(long tsNanos) {
        lastNanos = Math.max(lastNanos, tsNanos);
        return lastNanos;
    }

    private void push(int kind, int name, long tsNanos, int tokenFlags) {
        if (size == kinds.length) {
            grow(size * 2);
        }
        kinds[size] = (byte) kind;
        names[size] = name;
        flags[size] = tokenFlags;
        times[size] = tsNanos;
        childNanos[size] = 0;
        size++;
    }

    private void grow(int capacity) {
        kinds = Arrays.copyOf(kinds, capacity);
        names = Arrays.copyOf(names, capacity);
        flags = Arrays.copyOf(flags, capacity);
        times = Arrays.copyOf(times, capacity);
        childNanos = Arrays.copyOf(childNanos, capacity);
    }

    /** A copy for another table of names. */
    TrackResidue copy(int[] nameIds) {
        TrackResidue copy = new TrackResidue(rooted, firstSegment);
        copy.kinds = Arrays.copyOf(kinds, size);
        copy.flags = Arrays.copyOf(flags, size);
        copy.times = Arrays.copyOf(times, size);
        copy.childNanos = Arrays.copyOf(childNanos, size);
        copy.names = new int[size];
        for (int token = 1; token < size; token++) {
            copy.names[token] = kind(token) == INSTANT ? 0 : nameIds[names[token]];
        }
        copy.size = size;
        copy.open = open;
        copy.suspended = suspended;
        copy.firstNanos = firstNanos;
        copy.lastNanos = lastNanos;
        copy.lastSegment = lastSegment;
        return copy;
    }

    void addTexts(TextTable texts, TotalsTable totals) {
        for (int token = 1; token < size; token++) {
            if (kind(token) != INSTANT) {
                texts.add(totals.name(names[token]));
            }
        }
    }

    void write(PartialOutput out, TextTable texts, TotalsTable totals) {
        out.writeUnsigned(firstSegment);
        out.writeUnsigned(lastSegment - firstSegment);
        out.writeByte(rooted ? 1 : 0);
        out.writeUnsigned(suspended);
        // With all decided from the start on, nothing asks when that was.
        long before = rooted ? 0 : firstNanos;
        out.writeSigned(before);
        out.writeSigned(lastNanos - before);
        out.writeUnsigned(size);
        for (int token = 0; token < size; token++) {
            out.writeByte(kinds[token]);
            out.writeSigned(childNanos[token]);
            if (token > 0) {
                out.writeSigned(times[token] - before);
                before = times[token];
                if (kind(token) != INSTANT) {
                    out.writeUnsigned(texts.index(totals.name(names[token])));
                    out.writeUnsigned(flags[token]);
                }
            }
        }
    }

    static TrackResidue read(PartialInput in, TextTable texts, TotalsTable totals) throws PartialFormatException {
        long first = in.readCount();
        long last = first + in.readCount();
        in.require(last >= first && last < FunctionTotals.MOST_SEGMENTS, "a segment has no number");
        TrackResidue residue = new TrackResidue(in.readIndex(2) == 1, first);
        residue.lastSegment = last;
        long suspended = in.readCount();
        residue.firstNanos = in.readSigned();
        residue.lastNanos = residue.firstNanos + in.readSigned();
        int tokens = in.readLength();
        in.require(tokens > 0, "a track has nothing to stand on");
        long time = residue.firstNanos;
        for (int token = 0; token < tokens; token++) {
            time = residue.readToken(in, token, time, texts, totals);
        }
        in.require(suspended <= residue.open, "more is suspended than open");
        residue.suspended = (int) suspended;
        return residue;
    }

    private long readToken(PartialInput in, int token, long before, TextTable texts, TotalsTable totals)
            throws PartialFormatException {
        int kindAndTouched = in.readIndex(TOUCHED * 2);
        int kind = kindAndTouched & ~TOUCHED;
        long children = in.readSigned();
        in.require(kind < KINDS && (kind == BASE) == (token == 0), "a token of no kind");
        in.require(kind == OPEN || kind == BASE || !rooted, "an undecided token where all is decided");
        long time = before;
        if (token > 0) {
            time = before + in.readSigned();
            boolean instant = kind == INSTANT;
            int name = instant ? 0 : totals.id(texts.readOne(in));
            push(kind, name, time, instant ? SpanFlags.NONE : in.readIndex(1 << Short.SIZE));
            open = kind == OPEN ? open + 1 : 0;
        }
        kinds[token] = (byte) kindAndTouched;
        childNanos[token] = children;
        return time;
    }
}
