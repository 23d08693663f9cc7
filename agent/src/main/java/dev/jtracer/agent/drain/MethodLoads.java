// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.jtr.SpoolLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The calls of methods in a sample of the full chunks: how many, and how long. Unlike the live totals it is never
 * behind, and knows only calls that begin and end in one chunk, which are the short ones. The passes of a callback
 * are calls of its name that take no time. Confined to the tracer's thread.
 */
public final class MethodLoads {
    /* Chosen by chance: threads that fill chunks in turns must not be in step with the sample. */
    private static final int ONE_OF = 8;

    private static final int COUNT = 0;
    private static final int NANOS = 1;
    private static final int THREW = 2;
    private static final int PASSED = 3;
    private static final int COLUMNS = 4;

    /** An id of calls that are not counted: the runs of callbacks. */
    private static final int OTHER = -1;

    private final int[] openIds;
    private final long[] openSince;
    private long[] figures = new long[1024 * COLUMNS];
    private long records;
    private @Nullable RuntimeException failure;
    private long random = 0x9E37_79B9_7F4A_7C15L;

    /** @param chunkRecords most records of a chunk */
    public MethodLoads(int chunkRecords) {
        openIds = new int[chunkRecords];
        openSince = new long[chunkRecords];
    }

    /** Receives the calls of a method in the sample. */
    @FunctionalInterface
    public interface Taker {
        /**
         * Takes the calls of a method.
         *
         * @param nanos duration of all of them
         * @param threw how many of them threw an exception
         * @param passed how many callbacks were passed to or in them
         */
        void load(int methodId, long calls, long nanos, long threw, long passed);
    }

    /** Returns whether the next chunk is in the sample; after a failure, none is. */
    boolean chooses() {
        if (failure != null) {
            return false;
        }
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (random & (ONE_OF - 1)) == 0;
    }

    /** Counts the calls in the first words of a chunk. A failure is thrown by {@link #take}: the drain goes on. */
    void add(long[] words, int count) {
        try {
            addAll(words, count);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void addAll(long[] words, int count) {
        records += count;
        int depth = 0;
        int control = 0;
        for (int i = 0; i < count; i++) {
            long record = words[i];
            int id = SpoolLayout.methodId(record);
            int kind = SpoolLayout.kind(record);
            if (kind == SpoolLayout.KIND_CONTROL) {
                depth = id == SpoolLayout.CONTROL_SWITCH ? 0 : depth;
                control = id;
            } else if (kind == SpoolLayout.KIND_ENTER) {
                if (control == SpoolLayout.CONTROL_PASS) { // it does not end
                    count(id, 0, false);
                    passed(depth);
                } else {
                    openIds[depth] = control == 0 || control == SpoolLayout.CONTROL_SWITCH ? id : OTHER;
                    openSince[depth++] = SpoolLayout.delta(record);
                }
                control = 0;
            } else if (depth > 0 && (openIds[--depth] == id || openIds[depth] == OTHER)) {
                if (openIds[depth] == id) {
                    count(id, SpoolLayout.delta(record) - openSince[depth], kind == SpoolLayout.KIND_THROW);
                }
                control = 0;
            } else {
                depth = control = 0; // of a call from before the chunk, or a record is missing
            }
        }
    }

    /** Counts a pass for the call that it was passed to, and for the caller. */
    private void passed(int depth) {
        for (int level = depth - 1; level >= Math.max(0, depth - 2); level--) {
            if (openIds[level] != OTHER) {
                int at = row(openIds[level]); // before the array is read, which it may replace
                figures[at + PASSED]++;
            }
        }
    }

    private int row(int id) {
        int at = id * COLUMNS;
        if (at >= figures.length) {
            figures = Arrays.copyOf(figures, Math.max(at + COLUMNS, figures.length * 2));
        }
        return at;
    }

    private void count(int id, long nanos, boolean threw) {
        int at = row(id);
        figures[at + COUNT]++;
        figures[at + NANOS] += nanos;
        figures[at + THREW] += threw ? 1 : 0;
    }

    /** Passes what was counted since the last time, and forgets it. Returns the number of records in the sample. */
    public long take(Taker taker) {
        if (failure != null) {
            throw failure;
        }
        for (int at = 0; at < figures.length; at += COLUMNS) {
            if (figures[at + COUNT] > 0) {
                taker.load(
                        at / COLUMNS,
                        figures[at + COUNT],
                        figures[at + NANOS],
                        figures[at + THREW],
                        figures[at + PASSED]);
            }
        }
        Arrays.fill(figures, 0);
        long all = records;
        records = 0;
        return all;
    }
}
