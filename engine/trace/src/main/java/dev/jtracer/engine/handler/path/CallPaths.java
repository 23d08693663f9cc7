// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.handler.totals.ThreadCpu;
import dev.jtracer.engine.handler.totals.Waits;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a trace, added up by their callers. Immutable.
 *
 * @param roots root calls of all threads, those with the longest total time first
 * @param slowest root calls that took longest, the longest first; of equals the earlier one first. Those of them that
 *     are known to be open throughout come behind, see {@link #ranked}
 * @param most the number of {@code slowest} that rank
 * @param dropped calls that are counted under {@link CallPath#OTHER}, because there are too many different paths
 */
public record CallPaths(List<CallPath> roots, List<RootCall> slowest, int most, long dropped) {
    /** The share of the time in which its process had calls that makes a call one throughout, in tenths. */
    private static final int THROUGHOUT_TENTHS = 9;

    public CallPaths {
        roots = List.copyOf(roots);
        slowest = List.copyOf(slowest);
    }

    /**
     * Returns these paths, with what the slowest calls waited for.
     *
     * @param cpu the CPU time of the threads
     * @param stalledNanos returns for how much of a call, to the end of its request, its JVM stalled
     */
    public CallPaths with(Waits waits, ThreadCpu.ByTrack cpu, ToLongFunction<RootCall> stalledNanos) {
        return new CallPaths(
                roots,
                slowest.stream()
                        .map(call -> call.with(waits, cpu, stalledNanos.applyAsLong(call)))
                        .toList(),
                most,
                dropped);
    }

    /**
     * Returns these paths with the slowest root calls that rank: in their order, and behind them those that were
     * open throughout, as {@code main} is. Such a call took nine tenths of the time in which its process had calls,
     * is the only one of its name there among the slowest, and not the only root call. It is a method: no request,
     * and no test or other measure, whose names have a blank.
     *
     * @param processOf returns the process of a track
     */
    public CallPaths ranked(ThreadLoads loads, IntToLongFunction processOf) {
        Map<Long, ThreadLoads.ThreadLoad> processes = new HashMap<>();
        loads.threads()
                .forEach(load ->
                        processes.merge(processOf.applyAsLong(load.track()), load, ThreadLoads.ThreadLoad::plus));
        Map<String, Integer> ofName = new HashMap<>();
        slowest.forEach(call -> ofName.merge(nameIn(call, processOf), 1, Integer::sum));
        List<RootCall> ranked = slowest.stream()
                .map(call -> ofName.getOrDefault(nameIn(call, processOf), 0) == 1
                                && isThroughout(call, processes.get(processOf.applyAsLong(call.track())))
                        ? call.openThroughout()
                        : call)
                .sorted(Comparator.comparing(RootCall::throughout)) // stable
                .limit(most)
                .toList();
        return new CallPaths(roots, ranked, most, dropped);
    }

    private static String nameIn(RootCall call, IntToLongFunction processOf) {
        return processOf.applyAsLong(call.track()) + " " + call.name();
    }

    private static boolean isThroughout(RootCall call, ThreadLoads.@Nullable ThreadLoad process) {
        return process != null
                && process.roots() > 1
                && call.name().indexOf(' ') < 0
                && call.durationNanos() >= (process.lastNanos() - process.firstNanos()) / 10 * THROUGHOUT_TENTHS;
    }
}
