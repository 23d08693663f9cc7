// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.Recordings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of a process did within their calls, as a JFR recording of the process says it: waits for locks,
 * sleeps, input and output, pauses of the garbage collector, and samples of the methods that ran. Each is attributed
 * to the innermost traced method of its stack:
 *
 * <pre>
 *      160 ms        1 x  in Orders.total: Java Thread Park: java.util.concurrent.FutureTask
 *          15 of 18 samples in java.lang.StringBuilder.append
 * </pre>
 *
 * <p>The method comes from the stack, not from times: files are read one after the other, and the clocks of the two
 * recordings agree to microseconds alone, those of the wall at their starts. Immutable once read.
 */
public final class ThreadStates {
    /** The states where there is no JFR recording. */
    public static final ThreadStates NONE = new ThreadStates();

    /** Limit of events kept, some 100 MB; a recording of a day at 1 ms has fewer. */
    private static final int MOST = 1_000_000;

    private static final String JFR = "jfr.";
    /** Calls themselves. */
    private static final String METHOD_TRACE = JFR + "MethodTrace";
    /** Collections stop all threads in their pauses alone. */
    private static final String PAUSE = JFR + "GCPhasePause";

    private static final long ALL_THREADS = -1;
    /** Members that say what a thread waited for, beside the name of the event. */
    private static final List<String> DETAILS = List.of("host", "port", "path");

    private final Map<Long, List<Event>> byThread = new HashMap<>();
    private final Map<Object, Object> stacks = new HashMap<>();
    private long startEpochMicros;
    private long pid;
    private long lastNanos;
    private int count;
    private long dropped;

    private ThreadStates() {}

    private record Event(long startNanos, long endNanos, String name, List<?> stack) {}

    /**
     * What a thread did repeatedly in one method.
     *
     * @param name what it did; of samples the method that ran
     * @param method innermost traced method; empty if it is not in the stack
     * @param nanos time within the queried range; 0 for samples
     * @param count number of times
     * @param samples number of all samples in the range; 0 if these are no samples
     */
    public record State(String name, String method, long nanos, long count, long samples) {}

    private record Key(String name, String method, boolean isSampled) {}

    /** Reads a JFR recording to its end. */
    public static ThreadStates read(TraceSource jfr) throws IOException {
        ThreadStates states = new ThreadStates();
        jfr.read(states::take);
        states.stacks.clear();
        return states;
    }

    private void take(TraceEvent event) {
        boolean isSample = event.phase() == Phase.SAMPLE;
        if (event.phase() == Phase.INSTANT && event.name().equals(TraceWords.RECORDING)) {
            startEpochMicros = event.args().longOrZero(TraceWords.START_EPOCH_MICROS);
            pid = event.pid();
        }
        lastNanos = Math.max(lastNanos, event.tsNanos());
        String category = event.category();
        if (!isSample && event.phase() != Phase.COMPLETE
                || !category.startsWith(JFR)
                || category.equals(METHOD_TRACE)) {
            return;
        }
        if (count == MOST) {
            dropped++;
            return;
        }
        count++;
        long thread = category.equals(PAUSE) ? ALL_THREADS : event.tid();
        long end = isSample ? event.tsNanos() : event.tsNanos() + event.durNanos();
        Object stack = event.otherFields().asMap().get("stack");
        byThread.computeIfAbsent(thread, first -> new ArrayList<>())
                .add(new Event(
                        event.tsNanos(),
                        end,
                        isSample ? "" : name(event),
                        stack instanceof List<?> frames
                                ? (List<?>) stacks.computeIfAbsent(frames, own -> own)
                                : List.of()));
    }

    private static String name(TraceEvent event) {
        StringBuilder name = new StringBuilder(event.name());
        String separator = " ";
        for (String detail : DETAILS) {
            Object value = event.args().asMap().get(detail);
            if (value != null && !value.equals("")) {
                name.append(separator).append(value);
                separator = ":";
            }
        }
        String owner = event.args().textOrEmpty("previousOwner");
        return owner.isEmpty() ? name.toString() : name + ", held by " + owner;
    }

    /** Returns whether there is nothing, as without a JFR recording. */
    public boolean isEmpty() {
        return byThread.isEmpty();
    }

    /** Returns the number of events beyond the limit of those kept. */
    public long dropped() {
        return dropped;
    }

    /** Returns whether this is of the process of the only recording in a trace, and of a time that the trace has. */
    boolean isOf(Recordings recordings, Meta meta) {
        if (isEmpty()
                || recordings.recordings().size() != 1
                || recordings.recordings().get(0).pid() != pid) {
            return false;
        }
        long shift = shiftNanos(recordings);
        return meta.startNanos() + shift <= lastNanos && meta.endNanos() + shift >= 0;
    }

    /** Returns what to add to a time of a recording for the same time here. */
    long shiftNanos(Recordings recordings) {
        Args settings = recordings.recordings().get(0).settings();
        return (settings.longOrZero(TraceWords.START_EPOCH_MICROS) - startEpochMicros) * 1000;
    }

    /**
     * Returns what a thread did in a range of time, the longest first, then the samples, the most frequent first.
     *
     * @param fromNanos start of the range since this recording's start
     * @param nanos its length
     * @param isTraced returns whether a method is traced
     */
    List<State> within(long tid, long fromNanos, long nanos, Predicate<String> isTraced) {
        long toNanos = fromNanos + nanos;
        Map<Key, long[]> sums = new HashMap<>();
        add(byThread.get(tid), fromNanos, toNanos, isTraced, sums);
        add(byThread.get(ALL_THREADS), fromNanos, toNanos, isTraced, sums);
        long samples = sums.entrySet().stream()
                .filter(state -> state.getKey().isSampled)
                .mapToLong(state -> state.getValue()[1])
                .sum();
        List<State> states = new ArrayList<>();
        sums.forEach(
                (key, sum) -> states.add(new State(key.name, key.method, sum[0], sum[1], key.isSampled ? samples : 0)));
        states.sort(Comparator.comparingLong(State::nanos)
                .thenComparingLong(State::count)
                .reversed()
                .thenComparing(State::name)
                .thenComparing(State::method));
        return states;
    }

    private static void add(
            @Nullable List<Event> events,
            long fromNanos,
            long toNanos,
            Predicate<String> isTraced,
            Map<Key, long[]> sums) {
        if (events == null) {
            return;
        }
        for (Event event : events) {
            if (event.endNanos < fromNanos || event.startNanos > toNanos) {
                continue;
            }
            String method = "";
            for (int i = event.stack.size() - 1; i >= 0 && method.isEmpty(); i--) {
                String frame = String.valueOf(event.stack.get(i));
                method = isTraced.test(frame) ? frame : "";
            }
            boolean isSample = event.name.isEmpty();
            String top =
                    event.stack.isEmpty() ? "unknown code" : String.valueOf(event.stack.get(event.stack.size() - 1));
            long[] sum =
                    sums.computeIfAbsent(new Key(isSample ? top : event.name, method, isSample), first -> new long[2]);
            sum[0] += Math.min(event.endNanos, toNanos) - Math.max(event.startNanos, fromNanos);
            sum[1]++;
        }
    }
}
