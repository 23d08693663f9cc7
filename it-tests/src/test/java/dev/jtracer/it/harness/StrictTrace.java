// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Chrome JSON trace that has passed {@link StrictTraceReader}'s checks.
 *
 * @param rows one a thread, in the order of their first span
 * @param counts complete and unfinished calls by name, without the threads' outer spans and without the calls that go
 *     on from an earlier segment
 * @param instants names of the instant events, in file order
 * @param passes callbacks passed to calls, and {@code runs} runs of callbacks, in file order; empty if the calls were
 *     not kept
 * @param stalls when the JVM stood still
 */
public record StrictTrace(
        List<Row> rows,
        Map<String, Long> counts,
        List<String> instants,
        List<Pass> passes,
        List<Run> runs,
        List<Stall> stalls) {
    /** A time in which the JVM stood still, in nanoseconds from the recording's start. */
    public record Stall(long startNanos, long endNanos) {}

    /**
     * All calls of one thread.
     *
     * @param thread the thread's name
     * @param tid the thread's id
     * @param outer the span named like the thread; has children only if the calls were kept
     */
    public record Row(String thread, long tid, Call outer) {}

    /**
     * A callback passed to a call.
     *
     * @param thread the thread's name
     * @param call name of the call that it was passed to
     * @param name the callback's
     * @param number its {@code bind_id}
     * @param firstNumber number of the first pass if this one forwards the callback, otherwise empty
     * @param place that of the call, at the time of the pass
     * @param site where the callback was passed, {@code Class.method:line}; empty if that is not known
     */
    public record Pass(
            String thread, String call, String name, String number, String firstNumber, Place place, String site) {}

    /**
     * A run of a callback.
     *
     * @param thread the thread's name
     * @param name the callback's
     * @param number {@code bind_id} of the pass; empty if the callback was never passed
     * @param ambiguous whether another pass may have caused it
     * @param place its begin
     * @param site where the callback was passed, see {@link Pass#site}
     */
    public record Run(String thread, String name, String number, boolean ambiguous, Place place, String site) {}

    /**
     * A point of a call.
     *
     * @param tid the thread's id
     * @param nanos from the recording's start
     * @param level how many calls are around it, without the outer span; -1 for the outer span itself
     */
    public record Place(long tid, long nanos, int level) {}

    /**
     * One span.
     *
     * @param name name of the method
     * @param startNanos from the recording's start
     * @param durationNanos never negative
     * @param flags {@code callback}, {@code threw}, {@code unfinished} or {@code cont}, or none of them
     * @param children calls made by this one, in order, without passes
     */
    public record Call(String name, long startNanos, long durationNanos, Set<String> flags, List<Call> children) {
        /** Returns this call and all calls within it, each before those that it made. */
        public Stream<Call> stream() {
            return Stream.concat(Stream.of(this), children.stream().flatMap(Call::stream));
        }
    }

    /** Reads a trace with all its calls. */
    public static StrictTrace read(Path file) {
        return read(file, true);
    }

    /** Reads a trace of any size: the same checks, but {@link Row#outer} keeps no children. */
    public static StrictTrace scan(Path file) {
        return read(file, false);
    }

    /** Returns the threads' names, sorted; several threads of one name count once. */
    public Set<String> threads() {
        return rows.stream().map(Row::thread).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns {@link #tree(List)} of the calls of the only thread of that name. */
    public String tree(String thread) {
        List<Row> found =
                rows.stream().filter(row -> row.thread().equals(thread)).toList();
        if (found.size() != 1) {
            throw new AssertionError(
                    "expected one row '" + thread + "' but found " + found.size() + " in " + threads());
        }
        return tree(found.get(0).outer().children());
    }

    /** Returns these calls and all below them: a line a call, two blanks a level, flags after the name. */
    public static String tree(List<Call> calls) {
        StringBuilder text = new StringBuilder();
        calls.forEach(call -> append(text, call, ""));
        return text.toString();
    }

    /** Returns how often the method was called in all of these segments. */
    public static long count(List<StrictTrace> segments, String name) {
        return segments.stream().mapToLong(segment -> segment.count(name)).sum();
    }

    /** Returns the runs of a callback. */
    public List<Run> runsOf(String name) {
        return runs.stream().filter(run -> run.name().equals(name)).toList();
    }

    /** Returns the passes of a callback. */
    public List<Pass> passesOf(String name) {
        return passes.stream().filter(pass -> pass.name().equals(name)).toList();
    }

    /** Returns how often the method was called; 0 when it was not. */
    public long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /** Returns the names and counts as a table, sorted by name: what two traces of one program have in common. */
    public String countTable() {
        StringBuilder table = new StringBuilder();
        new TreeMap<>(counts)
                .forEach((name, count) ->
                        table.append(count).append(' ').append(name).append('\n'));
        return table.toString();
    }

    private static StrictTrace read(Path file, boolean keepCalls) {
        try {
            return new StrictTraceReader(file, keepCalls).read();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " is not well formed", e);
        }
    }

    private static void append(StringBuilder text, Call call, String indent) {
        text.append(indent).append(call.name());
        call.flags().forEach(flag -> text.append(' ').append(flag));
        text.append('\n');
        call.children().forEach(child -> append(text, child, indent + "  "));
    }
}
