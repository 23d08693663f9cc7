// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.totals.Functions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What the threads of a process did within their calls, as a JFR recording of the process says it: waits for locks,
 * sleeps, input and output, pauses of the garbage collector, and samples of the methods that ran. Each is attributed
 * to the innermost traced method of its stack:
 *
 * <pre>
 *      160 ms        1 x  JFR: Java Thread Park: java.util.concurrent.FutureTask, in Orders.total
 *                   15 of 18 samples: java.lang.StringBuilder.append, in Orders.total
 * </pre>
 *
 * <p>The method comes from the stack, not from times: files are read one after the other, and the clocks of the two
 * recordings agree as well as each reads that of the wall at its start. Immutable once read.
 */
public final class ThreadStates {
    /** The states where there is no JFR recording. */
    public static final ThreadStates NONE = new ThreadStates();

    /** Limit of events kept, some 100 MB: events of one stack share it. */
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
    private long startEpochMicros;
    private long pid;
    private long lastNanos;
    private int count;
    private long dropped;
    private boolean truncated;

    private ThreadStates() {}

    /**
     * An event of JFR.
     *
     * @param name what the thread did; of a sample the method that ran
     * @param owner thread that held what it waited for; empty if there is none or it is not known
     * @param kind kind of event, {@code jfr.ExecutionSample}
     * @param method innermost traced method; empty until {@link #of} has looked for it, and where there is none
     */
    record Event(
            long startNanos,
            long endNanos,
            String name,
            String owner,
            String kind,
            boolean isSample,
            List<?> stack,
            String method) {}

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

    private record Key(String name, boolean isOwned, String method, boolean isSampled) {}

    private static final class Sum {
        long nanos;
        long count;
        final Set<String> owners = new HashSet<>();
    }

    /** Reads a JFR recording to its end. */
    public static ThreadStates read(TraceSource jfr) throws IOException {
        ThreadStates states = new ThreadStates();
        states.truncated = jfr.read(states::take).truncated();
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
        Object frames = event.otherFields().asMap().get("stack");
        List<?> stack = frames instanceof List<?> named ? named : List.of();
        byThread.computeIfAbsent(thread, first -> new ArrayList<>())
                .add(new Event(
                        event.tsNanos(),
                        end,
                        isSample ? innermost(stack) : name(event),
                        event.args().textOrEmpty("previousOwner"),
                        category,
                        isSample,
                        stack,
                        ""));
    }

    private static String innermost(List<?> stack) {
        return stack.isEmpty() ? "unknown code" : String.valueOf(stack.get(stack.size() - 1));
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
        return name.toString();
    }

    /** Returns whether there is nothing, as without a JFR recording. */
    public boolean isEmpty() {
        return byThread.isEmpty();
    }

    /** Returns whether the recording ends in the middle. */
    public boolean isTruncated() {
        return truncated;
    }

    /** Returns the number of events beyond the limit of those kept. */
    public long dropped() {
        return dropped;
    }

    /**
     * Returns the states with the traced methods of a trace; nothing if they are not of the process of its only
     * recording, or of no time that it has.
     */
    ThreadStates of(Recordings recordings, Meta meta, Functions functions) {
        if (isEmpty()
                || recordings.recordings().size() != 1
                || recordings.recordings().get(0).pid() != pid) {
            return NONE;
        }
        long shift = shiftNanos(recordings);
        if (meta.startNanos() + shift > lastNanos || meta.endNanos() + shift < 0) {
            return NONE;
        }
        Set<String> traced = new HashSet<>();
        functions.rows().forEach(row -> traced.add(row.name()));
        IdentityHashMap<List<?>, String> methods = new IdentityHashMap<>();
        ThreadStates states = new ThreadStates();
        states.startEpochMicros = startEpochMicros;
        states.pid = pid;
        states.lastNanos = lastNanos;
        states.dropped = dropped;
        byThread.forEach((tid, events) -> states.byThread.put(
                tid,
                events.stream()
                        .map(event -> new Event(
                                event.startNanos,
                                event.endNanos,
                                event.name,
                                event.owner,
                                event.kind,
                                event.isSample,
                                event.stack,
                                methods.computeIfAbsent(event.stack, stack -> method(stack, traced))))
                        .toList()));
        return states;
    }

    private static String method(List<?> stack, Set<String> traced) {
        for (int i = stack.size() - 1; i >= 0; i--) {
            if (stack.get(i) instanceof String frame && traced.contains(frame)) {
                return frame;
            }
        }
        return "";
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
     * @param isWanted the events that count
     */
    List<State> within(long tid, long fromNanos, long nanos, Predicate<Event> isWanted) {
        Map<Key, Sum> sums = new HashMap<>();
        Stream.concat(of(tid), of(ALL_THREADS))
                .filter(isWanted)
                .forEach(event -> add(event, fromNanos, fromNanos + nanos, sums));
        long samples = sums.entrySet().stream()
                .filter(state -> state.getKey().isSampled)
                .mapToLong(state -> state.getValue().count)
                .sum();
        List<State> states = new ArrayList<>();
        sums.forEach((key, sum) -> states.add(new State(
                key.name + heldBy(sum.owners), key.method, sum.nanos, sum.count, key.isSampled ? samples : 0)));
        states.sort(Comparator.comparingLong(State::nanos)
                .thenComparingLong(State::count)
                .reversed()
                .thenComparing(State::name)
                .thenComparing(State::method));
        return states;
    }

    private static String heldBy(Set<String> owners) {
        return switch (owners.size()) {
            case 0 -> "";
            case 1 -> ", held by " + owners.iterator().next();
            default -> ", held by " + owners.size() + " threads";
        };
    }

    private Stream<Event> of(long tid) {
        return byThread.getOrDefault(tid, List.of()).stream();
    }

    /** Returns the samples of a thread in a range of time, as {@link #within} takes it. */
    List<Event> samples(long tid, long fromNanos, long nanos) {
        return of(tid).filter(event ->
                        event.isSample && event.startNanos >= fromNanos && event.startNanos <= fromNanos + nanos)
                .toList();
    }

    private static void add(Event event, long fromNanos, long toNanos, Map<Key, Sum> sums) {
        if (event.endNanos < fromNanos || event.startNanos > toNanos) {
            return;
        }
        boolean isOwned = !event.owner.isEmpty();
        Sum sum = sums.computeIfAbsent(new Key(event.name, isOwned, event.method, event.isSample), first -> new Sum());
        sum.nanos += Math.min(event.endNanos, toNanos) - Math.max(event.startNanos, fromNanos);
        sum.count++;
        if (isOwned) {
            sum.owners.add(event.owner);
        }
    }
}
