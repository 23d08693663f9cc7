// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.event.SpanFlags;
import java.util.Arrays;

/**
 * The tokens of a {@link TrackResidue}, in columns. The first is always a {@link #BASE}. Their meaning is described there;
 * this class stores, copies and writes them.
 */
final class Tokens {
    /** The spans open before the first event. */
    static final int BASE = 0;
    /** A span that has begun and is open for certain, unless a later token closes it. */
    static final int OPEN = 1;
    /** A begin that resumes a suspended span or, if there is none, opens one. */
    static final int RESUME = 2;
    /** An end that may close a span from before, and what is inside it. */
    static final int END = 3;
    /** An end that suspends a span until its writer's next file continues it. */
    static final int SUSPEND = 4;
    /** A point in time before which suspended spans do not end. */
    static final int INSTANT = 5;

    private static final int KINDS = 6;
    /** Added to a kind: spans were decided above the token, or may have been. */
    private static final int TOUCHED = 8;

    private byte[] kinds = new byte[4];
    private int[] names = new int[4];
    private int[] flags = new int[4];
    private long[] times = new long[4];
    private long[] childNanos = new long[4];
    private int size = 1;

    int size() {
        return size;
    }

    /** Returns the index of the last token. */
    int top() {
        return size - 1;
    }

    int kind(int token) {
        return kinds[token] & ~TOUCHED;
    }

    boolean touched(int token) {
        return (kinds[token] & TOUCHED) != 0;
    }

    /** Returns the number of its name in the table of totals; 0 for a token without name. */
    int name(int token) {
        return names[token];
    }

    int flags(int token) {
        return flags[token];
    }

    long time(int token) {
        return times[token];
    }

    /** Returns the time of the decided spans directly above it. */
    long childNanos(int token) {
        return childNanos[token];
    }

    void push(int kind, int name, long tsNanos, int tokenFlags) {
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

    /** Removes the last token, which can be read until the next push, and returns its index. */
    int pop() {
        return --size;
    }

    void setTime(int token, long tsNanos) {
        times[token] = tsNanos;
    }

    void touch(int token) {
        kinds[token] |= TOUCHED;
    }

    void addChild(int token, long nanos) {
        childNanos[token] = Saturated.sum(childNanos[token], nanos);
    }

    /** Returns a copy for another table of names. */
    Tokens copy(int[] nameIds) {
        Tokens copy = new Tokens();
        copy.kinds = Arrays.copyOf(kinds, size);
        copy.names = new int[size];
        copy.flags = Arrays.copyOf(flags, size);
        copy.times = Arrays.copyOf(times, size);
        copy.childNanos = Arrays.copyOf(childNanos, size);
        copy.size = size;
        for (int token = 1; token < size; token++) {
            copy.names[token] = named(token) ? nameIds[names[token]] : 0;
        }
        return copy;
    }

    private boolean named(int token) {
        return kind(token) != INSTANT;
    }

    void addTexts(TextTable texts, TotalsTable totals) {
        for (int token = 1; token < size; token++) {
            if (named(token)) {
                texts.add(totals.name(names[token]));
            }
        }
    }

    /** Writes all tokens, with times as differences from the previous token, the first from {@code startNanos}. */
    void write(PartialOutput out, long startNanos, TextTable texts, TotalsTable totals) {
        out.writeUnsigned(size);
        long before = startNanos;
        for (int token = 0; token < size; token++) {
            out.writeByte(kinds[token]);
            out.writeSigned(childNanos[token]);
            if (token > 0) {
                out.writeSigned(times[token] - before);
                before = times[token];
                if (named(token)) {
                    out.writeUnsigned(texts.index(totals.name(names[token])));
                    out.writeUnsigned(flags[token]);
                }
            }
        }
    }

    static Tokens read(PartialInput in, long startNanos, TextTable texts, TotalsTable totals)
            throws PartialFormatException {
        Tokens tokens = new Tokens();
        int count = in.readLength();
        in.require(count > 0, "a track has nothing to stand on");
        long time = startNanos;
        for (int token = 0; token < count; token++) {
            int kindAndTouched = in.readIndex(2 * TOUCHED);
            int kind = kindAndTouched & ~TOUCHED;
            in.require(kind < KINDS && (kind == BASE) == (token == 0), "a token of no kind");
            long children = in.readSigned();
            in.require(children >= 0, "a time within spans is negative");
            if (kind != BASE) {
                time += in.readSigned();
                boolean named = kind != INSTANT;
                int name = named ? totals.id(texts.readOne(in)) : 0;
                tokens.push(kind, name, time, named ? in.readIndex(1 << Short.SIZE) : SpanFlags.NONE);
            }
            tokens.kinds[token] = (byte) kindAndTouched;
            tokens.childNanos[token] = children;
        }
        return tokens;
    }
}
