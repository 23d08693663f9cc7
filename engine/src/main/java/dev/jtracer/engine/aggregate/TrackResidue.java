// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.SpanFlags;

/**
 * The residue of a run of consecutive events of one track. Spans that no event before or after the run can change are in the
 * totals already; the rest is a list of tokens that are equivalent to the run.
 */
final class TrackResidue {
    /* Begins and ends reduce like brackets. In the events
     *
     *     e x    b y  b z  e z  e y    b w  b v  e v
     *
     * no earlier event affects y, z and v. Their durations are added to the totals, and the residue is
     *
     *     BASE   END x +dur(y)   OPEN w +dur(v)
     *
     * where each token carries the time of the spans decided above it, which counts as its span's time in children. BASE
     * represents the spans open before the run. Tokens are events again: a run is appended to another by the same rules
     * (append), so the positions of the cuts make no difference.
     *
     * An end whose name is not among the OPEN tokens on top is undecided: it may close a span that began before the run, and then
     * the OPENs beneath it too, or nothing. It becomes a token, and only what opens above it is certain again. The rules are
     * those of SpanPairing: the nearest open span of the name, and those within it unfinished.
     *
     * Where a segment ends, its writer ends the open spans with CONTINUED and begins them again in the next file. An end of that
     * kind suspends a span; the begin of the same name resumes it; any other event closes the suspended spans. Until the first
     * of these after BASE, RESUME, SUSPEND or INSTANT, a span may be suspended; 'touched' marks that it has occurred. */
    private Tokens tokens = new Tokens();
    private final DeepNames deepNames = new DeepNames();
    /** Number of OPEN tokens on top. */
    private int open;
    /** Number of the innermost of these that have ended in their segment and may continue in the next. */
    private int suspended;

    /** Whether nothing was open before the run, so that there are no undecided tokens. */
    private final boolean rooted;

    /** Time of the first event; the largest long before that. */
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

    /** Returns whether nothing is left, and the run cannot affect later events. */
    boolean settled() {
        return rooted && tokens.size() == 1;
    }

    /**
     * Returns whether a time is earlier than that of the run so far, and it is not known whether a span is open: SpanPairing
     * moves the time forward only if one is. An event with this time must begin another run.
     */
    boolean undecidedTime(long tsNanos) {
        // This event may close the suspended spans.
        return !rooted && open == suspended && tsNanos < lastNanos;
    }

    /** Returns whether the following run can be appended exactly: its time does not go back, or nothing is open here. */
    boolean joins(TrackResidue next) {
        return settled() || lastNanos <= next.firstNanos;
    }

    void begin(int name, long tsNanos, int flags, TotalsTable totals) {
        recordFirst(tsNanos);
        if ((flags & SpanFlags.CONTINUED) != 0 && resume(name, tsNanos, flags)) {
            return;
        }
        open(name, tsNanos, flags, totals);
    }

    private void open(int name, long tsNanos, int flags, TotalsTable totals) {
        closeSuspended(totals);
        tokens.push(Tokens.OPEN, name, advance(tsNanos), flags);
        deepNames.opened(tokens, ++open);
    }

    private boolean resume(int name, long tsNanos, int flags) {
        if (suspended > 0) {
            if (tokens.name(tokens.size() - suspended) == name) {
                suspended--;
                return true;
            }
            return false;
        }
        if (!rooted && open == 0 && maySuspend()) {
            tokens.push(Tokens.RESUME, name, advance(tsNanos), flags);
            return true;
        }
        return false;
    }

    /** Returns whether spans that are not among the tokens may be suspended. Called when no OPEN is on top. */
    private boolean maySuspend() {
        return !tokens.touched(tokens.top()) && tokens.kind(tokens.top()) != Tokens.END;
    }

    void end(int name, long tsNanos, int flags, TotalsTable totals) {
        recordFirst(tsNanos);
        if ((flags & SpanFlags.CONTINUED) != 0) {
            suspend(name, tsNanos, flags, totals);
            return;
        }
        closeSuspended(totals);
        int token = nearest(name);
        if (token < 0) {
            endUndecided(Tokens.END, name, tsNanos, flags, totals);
            return;
        }
        long ts = advance(tsNanos);
        while (tokens.top() > token) {
            totals.unmatchedBegins++;
            close(ts, SpanFlags.UNFINISHED, totals);
        }
        close(ts, flags, totals);
    }

    private int nearest(int name) {
        if (deepNames.lacks(name)) {
            return -1;
        }
        for (int token = tokens.top(); token > tokens.top() - open; token--) {
            if (tokens.name(token) == name) {
                return token;
            }
        }
        return -1;
    }

    private void suspend(int name, long tsNanos, int flags, TotalsTable totals) {
        if (suspended == open) {
            endUndecided(Tokens.SUSPEND, name, tsNanos, flags, totals);
        } else if (tokens.name(tokens.top() - suspended) == name) {
            suspended++;
            advance(tsNanos);
        } else {
            totals.unmatchedEnds++;
        }
    }

    private void endUndecided(int kind, int name, long tsNanos, int flags, TotalsTable totals) {
        if (rooted) {
            totals.unmatchedEnds++;
            return;
        }
        // Suspended spans are counted only while they are on top. Here tokens replace the count.
        int innermost = tokens.top();
        for (int token = innermost; token > innermost - suspended; token--) {
            tokens.push(Tokens.SUSPEND, tokens.name(token), lastNanos, SpanFlags.CONTINUED);
        }
        suspended = 0;
        tokens.push(kind, name, advance(tsNanos), flags);
        open = 0;
        deepNames.closed(name, open);
    }

    void instant(long tsNanos) {
        recordFirst(tsNanos);
        if (rooted) {
            if (!settled()) {
                advance(tsNanos);
            }
        } else if (open == 0 && maySuspend()) {
            if (tokens.kind(tokens.top()) == Tokens.INSTANT) {
                tokens.setTime(tokens.top(), advance(tsNanos));
            } else {
                tokens.push(Tokens.INSTANT, 0, advance(tsNanos), SpanFlags.NONE);
            }
        } else {
            advance(tsNanos);
        }
    }

    private void closeSuspended(TotalsTable totals) {
        for (; suspended > 0; suspended--) {
            close(lastNanos, SpanFlags.UNFINISHED, totals);
        }
    }

    /** Closes the span of the innermost token, which is an OPEN. */
    private void close(long endNanos, int endFlags, TotalsTable totals) {
        int token = tokens.pop();
        deepNames.closed(tokens.name(token), --open);
        long nanos = endNanos - tokens.time(token);
        // The difference overflows only for times more than 292 years apart.
        long duration = nanos < 0 ? Long.MAX_VALUE : nanos;
        int spanFlags = tokens.flags(token) | endFlags;
        if ((spanFlags & SpanFlags.CONTINUED) != 0) {
            spanFlags |= SpanFlags.UNFINISHED;
        }
        totals.add(tokens.name(token), duration, Math.max(0, duration - tokens.childNanos(token)), spanFlags);
        addChild(duration);
        if (settled()) {
            lastNanos = Long.MIN_VALUE;
        }
    }

    /** Adds the time of an ended span to the innermost token. */
    private void addChild(long nanos) {
        if (!settled()) {
            tokens.addChild(tokens.top(), nanos);
            if (open == 0) {
                tokens.touch(tokens.top());
            }
        }
    }

    /** Closes the open spans as unfinished. */
    void finish(TotalsTable totals) {
        closeSuspended(totals);
        while (open > 0) {
            totals.unmatchedBegins++;
            close(lastNanos, SpanFlags.UNFINISHED, totals);
        }
    }

    /** Adds the run that follows this one. */
    void append(TrackResidue next, TotalsTable totals) {
        recordFirst(next.firstNanos);
        appendAbove(next, 0, totals);
        for (int token = 1; token < next.tokens.size(); token++) {
            int name = next.tokens.name(token);
            long ts = next.tokens.time(token);
            switch (next.tokens.kind(token)) {
                case Tokens.OPEN -> open(name, ts, next.tokens.flags(token), totals);
                case Tokens.RESUME -> begin(name, ts, next.tokens.flags(token), totals);
                case Tokens.END, Tokens.SUSPEND -> end(name, ts, next.tokens.flags(token), totals);
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
        boolean touched = next.tokens.touched(token);
        if (touched) {
            closeSuspended(totals);
        }
        if (touched || next.tokens.childNanos(token) != 0) {
            addChild(next.tokens.childNanos(token));
        }
    }

    private void recordFirst(long tsNanos) {
        if (firstNanos == Long.MAX_VALUE) {
            firstNanos = tsNanos;
        }
    }

    /** Advances the run to a time. Returns that time, or the time of the previous event if that is later. */
    private long advance(long tsNanos) {
        lastNanos = Math.max(lastNanos, tsNanos);
        return lastNanos;
    }

    /** Returns a copy for another table of names. */
    TrackResidue copy(int[] nameIds) {
        return new TrackResidue(rooted, firstSegment).fill(this, tokens.copy(nameIds));
    }

    private TrackResidue fill(TrackResidue from, Tokens copied) {
        tokens = copied;
        suspended = from.suspended;
        firstNanos = from.firstNanos;
        lastNanos = from.lastNanos;
        lastSegment = from.lastSegment;
        countOpen();
        return this;
    }

    private void countOpen() {
        open = 0;
        while (open < tokens.size() && tokens.kind(tokens.size() - 1 - open) == Tokens.OPEN) {
            open++;
        }
    }

    void addTexts(TextTable texts, TotalsTable totals) {
        tokens.addTexts(texts, totals);
    }

    void write(PartialOutput out, TextTable texts, TotalsTable totals) {
        out.writeUnsigned(firstSegment);
        out.writeUnsigned(lastSegment - firstSegment);
        out.writeByte(rooted ? 1 : 0);
        out.writeUnsigned(suspended);
        // If everything is decided from the start on, the time of the start is not used.
        long startNanos = rooted ? 0 : firstNanos;
        out.writeSigned(startNanos);
        out.writeSigned(lastNanos - startNanos);
        tokens.write(out, startNanos, texts, totals);
    }

    static TrackResidue read(PartialInput in, TextTable texts, TotalsTable totals) throws PartialFormatException {
        long first = in.readCount();
        long last = first + in.readCount();
        in.require(last >= first && last < SegmentSet.MOST_SEGMENTS, "a segment has no number");
        TrackResidue residue = new TrackResidue(in.readIndex(2) == 1, first);
        residue.lastSegment = last;
        long suspended = in.readCount();
        residue.firstNanos = in.readSigned();
        residue.lastNanos = residue.firstNanos + in.readSigned();
        residue.tokens = Tokens.read(in, residue.firstNanos, texts, totals);
        residue.countOpen();
        in.require(
                !residue.rooted || residue.open == residue.tokens.size() - 1, "a token undecided where all is known");
        in.require(suspended <= residue.open, "more is suspended than open");
        residue.suspended = (int) suspended;
        return residue;
    }
}
