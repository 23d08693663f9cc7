// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.pairing.Span;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Finds out which call handed over which callback, and when the callback ran. A run belongs to the passing whose number it
 * repeats, and to those that handed the callback down to it.
 *
 * <p>The passings of a callback that was handed on are a chain, from the first one on in the order of time. A passing within
 * calls that had been given the callback themselves comes from the innermost of them. Any other one was handed on by somebody
 * who had kept the callback: a queue, a field, another thread. It may come from each passing of the chain before it, so runs
 * of it count for all of them.
 *
 * <p>Threads' events may come in any order, so a run may come before its passing, and a passing that hands on before the one
 * that it comes from: the numbers are the same as if they had come in the order of time. They are not where rows have been
 * forgotten in between, and in chains of more than {@value #MOST_HOPS} passings, of which the first and those nearest to the
 * run are told apart.
 *
 * <p>Allocates nothing once its table is as large as it may become.
 */
final class PassingTracker {
    /* A row of the table is a passing. What is known of a call stands in the row of the first passing within it. */
    private static final int LEADER = 1;
    /** Key of the passing whose call, still open on the same thread, handed the callback on here; 0 without one. */
    private static final int PARENT = 2;
    /** Key of the passing of the chain that comes before; 0 of the first. */
    private static final int PREVIOUS = 3;
    /** Key of the first passing of the chain; 0 of the first itself, and as long as it is not known. */
    private static final int FIRST_OF_CHAIN = 4;
    /** In the row of the first passing: key of the newest of its chain; 0 as long as it is alone. */
    private static final int NEWEST_OF_CHAIN = 5;

    private static final int STATE = 6;
    private static final int NAME_AND_TRACK = 7;
    private static final int PASSED_NANOS = 8;
    /** As long as the passing has not come: the runs that name it, without those of passings further down the chain. */
    private static final int RUNS_NAMING_IT = PASSED_NANOS;

    private static final int FIRST_START = 9;
    private static final int LAST_END = 10;
    private static final int RUNS = 11;
    private static final int CALL_NAME = 12;
    private static final int CALL_START = 13;
    private static final int CALL_LAST_END = 14;
    private static final int CALL_RUNS = 15;

    private static final int PASSED = 1;
    private static final int CALL_ENDED = 2;
    private static final int ELSEWHERE = 4;
    /** An earlier passing of the same chain was handed to the same call, and counts its runs there. */
    private static final int REPEATED_IN_CALL = 8;

    /** What waits at most; with so many waiting the table takes 8 MB, which a live recording may. */
    static final int MOST_WAITING = 1 << 15;
    /** What is kept after a first run, for runs that may still come: 1 MB. */
    static final int MOST_SETTLED = 1 << 13;

    private static final int MOST_HOPS = 500;
    private static final long[] NOTHING = {};

    private final PassingTable table;
    private TrackTable tracks = new TrackTable();
    /** By track and level, the key of the first passing inside the open call there; 0 without any. */
    private long[][] givenByTrack = {};

    private int givenCalls;
    private IntConsumer leaving = row -> {};
    private int latest = PassingTable.NONE;
    private long duplicates;

    PassingTracker(int mostWaiting, int mostSettled) {
        // A passing that has run and the first of its chain must find room side by side.
        table = new PassingTable(mostWaiting, Math.max(2, mostSettled), row -> leaving.accept(row));
    }

    /** Has somebody told of each row that is about to be forgotten, besides those that asked before. */
    void onLeaving(IntConsumer listener) {
        leaving = leaving.andThen(listener);
    }

    void initialize(TrackTable tracks) {
        this.tracks = tracks;
    }

    /** To be told of complete events before their spans: those do not say what a passing hands on. */
    void complete(TraceEvent event) {
        if ((event.flags() & SpanFlags.PASSING) != 0) {
            long pid = event.pid();
            handOn(key(event.bindId(), pid), key(event.hop(), pid), event.hop());
        }
    }

    private void handOn(long key, long firstKey, long first) {
        if (first != 0 && firstKey != key) {
            table.set(rowOf(key), FIRST_OF_CHAIN, firstKey);
        }
    }

    /** Takes a passing. */
    void pass(Span span) {
        latest = PassingTable.NONE;
        if (span.bindId() == 0) {
            return;
        }
        long pid = tracks.get(span.track()).pid();
        handOn(key(span.bindId(), pid), key(span.hop(), pid), span.hop());
        int row = rowOf(keyOf(span));
        if (is(row, PASSED)) {
            duplicates++;
            return;
        }
        latest = row;
        set(row, PASSED);
        table.set(row, NAME_AND_TRACK, (long) span.nameIndex() << 32 | span.track());
        table.set(row, PASSED_NANOS, span.startNanos());
        giveToCall(row, span.track(), span.depth() - 1);
        if (table.get(row, RUNS) == 0) {
            table.await(row); // as the first of a chain it may have been added before it came
        }
        int later = table.get(row, FIRST_OF_CHAIN) == 0 ? PassingTable.NONE : joinChain(row);
        countEarlierRuns(row, later);
    }

    private void countEarlierRuns(int row, int later) {
        long runs = table.get(row, RUNS);
        if (runs > 0) {
            table.set(row, RUNS, 0); // counted again, for all that is known by now
            addAlong(row, table.get(row, FIRST_START), table.get(row, LAST_END), runs);
        }
        if (later != PassingTable.NONE && table.get(later, RUNS) > 0) {
            // Those before it in the chain have them already.
            add(row, table.get(later, FIRST_START), table.get(later, LAST_END), table.get(later, RUNS));
            addToCall(row, table.get(later, LAST_END), table.get(later, RUNS));
        }
    }

    /**
     * Puts a passing that hands on into its place in the chain.
     *
     * @return the next passing of the chain whose runs count for this one too, if it comes late; {@link PassingTable#NONE}
     *     without one
     */
    private int joinChain(int row) {
        int first = firstOf(row);
        if (first == PassingTable.NONE) {
            first = addFirst(row);
        }
        int later = PassingTable.NONE;
        int laterFromElsewhere = PassingTable.NONE;
        int before = newestOf(first);
        for (int hops = 0; before != first && isBefore(row, before) && hops < MOST_HOPS; hops++) {
            later = before;
            laterFromElsewhere = table.get(before, PARENT) == 0 ? before : laterFromElsewhere;
            before = previousOf(before, first);
        }
        table.set(row, PREVIOUS, table.get(before, 0));
        if (later == PassingTable.NONE) {
            table.set(first, NEWEST_OF_CHAIN, table.get(row, 0));
        } else {
            table.set(later, PREVIOUS, table.get(row, 0));
        }
        int parent = openOnTrackOf(row, before, first);
        if (parent != PassingTable.NONE) {
            table.set(row, PARENT, table.get(parent, 0));
            set(row, leaderOf(parent) == leaderOf(row) ? REPEATED_IN_CALL : 0);
        }
        return laterFromElsewhere;
    }

    /** The row of the first passing of a row's chain; {@link PassingTable#NONE} for the first itself, or if it is not known. */
    private int firstOf(int row) {
        return found(table.get(row, FIRST_OF_CHAIN));
    }

    private int addFirst(int row) {
        if (table.get(row, RUNS) > 0) {
            table.settle(row); // or it might be the one that leaves for this
        }
        return table.addSettled(table.get(row, FIRST_OF_CHAIN)); // it may have left long ago: nothing waits for it
    }

    private int newestOf(int first) {
        int newest = found(table.get(first, NEWEST_OF_CHAIN));
        return newest == PassingTable.NONE ? first : newest;
    }

    private int previousOf(int row, int first) {
        int previous = found(table.get(row, PREVIOUS));
        return previous == PassingTable.NONE ? first : previous;
    }

    private boolean isBefore(int row, int other) {
        long nanos = table.get(row, PASSED_NANOS);
        long otherNanos = table.get(other, PASSED_NANOS);
        // Keys of one chain differ as their numbers do, and a thread's numbers grow.
        return nanos < otherNanos || (nanos == otherNanos && table.get(row, 0) - table.get(other, 0) < 0);
    }

    /**
     * The passing whose call is the innermost open one on the track of a row that was given the callback.
     *
     * @param before the passing before the row in the chain
     */
    private int openOnTrackOf(int row, int before, int first) {
        int track = track(row);
        int at = before;
        for (int hops = 0; at != first && track(at) != track && hops < MOST_HOPS; hops++) {
            at = previousOf(at, first);
        }
        // Calls nest. So if the call that had it last is over, the next one out is the one that handed it on to that.
        for (int hops = 0; at != PassingTable.NONE && hops < MOST_HOPS; hops++) {
            int call = is(at, PASSED) && track(at) == track ? leaderOf(at) : PassingTable.NONE;
            if (call != PassingTable.NONE && !is(call, CALL_ENDED)) {
                return at;
            }
            at = found(table.get(at, PARENT));
        }
        return PassingTable.NONE;
    }

    private int found(long key) {
        return key == 0 ? PassingTable.NONE : table.find(key);
    }

    private void giveToCall(int row, int track, int level) {
        long key = table.get(row, 0);
        table.set(row, LEADER, key);
        if (level < 0) {
            return;
        }
        long[] given = givenOf(track, level);
        if (given[level] != 0 && leader(given[level]) != PassingTable.NONE) {
            table.set(row, LEADER, given[level]);
        } else {
            givenCalls += given[level] == 0 ? 1 : 0;
            given[level] = key;
        }
    }

    private long[] givenOf(int track, int level) {
        if (track >= givenByTrack.length) {
            int before = givenByTrack.length;
            givenByTrack = Arrays.copyOf(givenByTrack, Math.max(track + 1, before * 2));
            Arrays.fill(givenByTrack, before, givenByTrack.length, NOTHING);
        }
        long[] given = givenByTrack[track];
        if (level >= given.length) {
            given = Arrays.copyOf(given, Math.max(level + 1, given.length * 2));
            givenByTrack[track] = given;
        }
        return given;
    }

    /** Takes a run of a callback that has ended. */
    void run(Span span) {
        latest = PassingTable.NONE;
        if (span.bindId() == 0) {
            return;
        }
        long key = keyOf(span);
        int row = table.find(key);
        if (row == PassingTable.NONE) {
            row = table.addSettled(key); // its passing may have left long ago: it shall not drive out those that wait
        }
        latest = row;
        if (!is(row, PASSED)) {
            table.set(row, RUNS_NAMING_IT, table.get(row, RUNS_NAMING_IT) + 1);
        }
        addAlong(row, span.startNanos(), span.endNanos(), 1);
    }

    /** Adds runs to a passing, to those that it was handed down by, and to all that come before these in the chain. */
    private void addAlong(int innermost, long start, long end, long runs) {
        int row = innermost;
        int link = PARENT;
        for (int hops = 1; row != PassingTable.NONE && hops <= MOST_HOPS; hops++) {
            add(row, start, end, runs);
            if (!is(row, PASSED)) {
                return; // where it belongs is not known yet
            }
            link = table.get(row, PARENT) == 0 ? PREVIOUS : link;
            long first = table.get(row, FIRST_OF_CHAIN);
            long next = hops == MOST_HOPS - 1 ? first : table.get(row, link);
            addToCall(row, end, runs);
            row = found(next);
            row = row == PassingTable.NONE ? found(first) : row;
        }
    }

    private void add(int row, long start, long end, long runs) {
        boolean first = table.get(row, RUNS) == 0;
        table.set(row, FIRST_START, first ? start : Math.min(start, table.get(row, FIRST_START)));
        table.set(row, LAST_END, first ? end : Math.max(end, table.get(row, LAST_END)));
        table.set(row, RUNS, table.get(row, RUNS) + runs);
    }

    private void addToCall(int row, long end, long runs) {
        int call = leaderOf(row);
        if (call == PassingTable.NONE) {
            return;
        }
        if (!is(row, REPEATED_IN_CALL)) {
            boolean first = table.get(call, CALL_RUNS) == 0 && !is(call, CALL_ENDED);
            table.set(call, CALL_LAST_END, first ? end : Math.max(end, table.get(call, CALL_LAST_END)));
            table.set(call, CALL_RUNS, table.get(call, CALL_RUNS) + runs);
        }
        if (is(call, CALL_ENDED)) {
            settle(row, call);
        }
    }

    private void settle(int row, int call) {
        if (row != call) {
            table.settle(row);
        }
        table.settle(call);
    }

    /** What is known of a call that ends. */
    enum Given {
        /** No callback was handed to it. */
        NOTHING,
        /** At least one was; the call is remembered with its passings. */
        CALLBACK,
        /** At least one was, but so many others have come since that it has been forgotten. */
        FORGOTTEN
    }

    /** Takes a call that ends. */
    Given callEnds(Span span) {
        long key = takeGiven(span);
        if (key == 0) {
            return Given.NOTHING;
        }
        int row = leader(key);
        if (row == PassingTable.NONE) {
            return Given.FORGOTTEN;
        }
        set(row, CALL_ENDED | (span.unfinished() ? ELSEWHERE : 0));
        table.set(row, CALL_NAME, span.nameIndex());
        table.set(row, CALL_START, span.startNanos());
        boolean alreadyRun = table.get(row, CALL_RUNS) > 0;
        long lastEnd = alreadyRun ? Math.max(span.endNanos(), table.get(row, CALL_LAST_END)) : span.endNanos();
        table.set(row, CALL_LAST_END, lastEnd);
        if (alreadyRun) {
            table.settle(row);
        }
        return Given.CALLBACK;
    }

    /** Forgets which callbacks were handed to something that is no call. */
    void otherEnds(Span span) {
        long key = takeGiven(span);
        int row = key == 0 ? PassingTable.NONE : leader(key);
        if (row != PassingTable.NONE) {
            set(row, CALL_ENDED | ELSEWHERE);
        }
    }

    private long takeGiven(Span span) {
        if (givenCalls == 0) {
            return 0; // asked at the end of every call
        }
        int track = span.track();
        long[] given = track < givenByTrack.length ? givenByTrack[track] : NOTHING;
        int level = span.depth();
        if (level >= given.length) {
            return 0;
        }
        long key = given[level];
        if (key != 0) {
            given[level] = 0;
            givenCalls--;
        }
        return key;
    }

    void forEach(IntConsumer action) {
        table.forEach(action);
    }

    /** The row of the passing or run taken last; {@link PassingTable#NONE} if it has no number or repeats a passing. */
    int latest() {
        return latest;
    }

    /** Passings that repeat the number of another one; left out. */
    long duplicates() {
        return duplicates;
    }

    /** Whether the passing of this row has been met; otherwise only runs of it. */
    boolean passed(int row) {
        return is(row, PASSED);
    }

    /** Whether the callback was handed on here, after an earlier passing. */
    boolean isHop(int row) {
        return table.get(row, FIRST_OF_CHAIN) != 0;
    }

    /** Whether this row stands for a finished call, too. */
    boolean isCall(int row) {
        return table.get(row, LEADER) == table.get(row, 0) && is(row, CALL_ENDED) && !is(row, ELSEWHERE);
    }

    int nameIndex(int row) {
        return (int) (table.get(row, NAME_AND_TRACK) >> Integer.SIZE);
    }

    int track(int row) {
        return (int) table.get(row, NAME_AND_TRACK);
    }

    long passedNanos(int row) {
        return table.get(row, PASSED_NANOS);
    }

    /** Runs of the passing, and of those that handed the callback on from there. */
    long runs(int row) {
        return table.get(row, RUNS);
    }

    /** Of a passing that has not been met: the runs that name it. */
    long runsWithoutPassing(int row) {
        return table.get(row, RUNS_NAMING_IT);
    }

    long firstRunNanos(int row) {
        return table.get(row, FIRST_START);
    }

    long lastEndNanos(int row) {
        return table.get(row, LAST_END);
    }

    int callNameIndex(int row) {
        return (int) table.get(row, CALL_NAME);
    }

    /** Runs of all callbacks that were handed to the call. */
    long callRuns(int row) {
        return table.get(row, CALL_RUNS);
    }

    /** From the begin of the call to its end, or to that of the last run of a callback of its if that is later. */
    long callNanos(int row) {
        return table.get(row, CALL_LAST_END) - table.get(row, CALL_START);
    }

    private int rowOf(long key) {
        int row = table.find(key);
        return row != PassingTable.NONE ? row : table.addWaiting(key);
    }

    private int leaderOf(int row) {
        long leader = table.get(row, LEADER);
        return leader == table.get(row, 0) ? row : leader(leader);
    }

    /** The row of the first passing within a call; {@link PassingTable#NONE} if it has been forgotten. */
    private int leader(long key) {
        int row = table.find(key);
        // A run may have brought a forgotten number back, but nothing of its call.
        return row != PassingTable.NONE && table.get(row, LEADER) == key ? row : PassingTable.NONE;
    }

    private boolean is(int row, int state) {
        return (table.get(row, STATE) & state) != 0;
    }

    private void set(int row, int state) {
        table.set(row, STATE, table.get(row, STATE) | state);
    }

    private long keyOf(Span span) {
        return key(span.bindId(), tracks.get(span.track()).pid());
    }

    /* Numbers are those of one JVM. 0 stands for none. */
    private static long key(long number, long pid) {
        long key = number + pid * 0xD1342543DE82EF95L;
        return key == 0 ? 1 : key;
    }
}
