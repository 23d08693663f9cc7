// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadKind;
import dev.jtracer.engine.handler.meta.Meta;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A thread of the trace in the exported file. Formats identify threads by process and number alone. If several tracks
 * share both, all but that of the thread itself, or else the first, get new numbers.
 *
 * @param index index among the rows, from 0
 * @param tid number that is unique among the rows of this process; 0 to the largest {@code int}
 * @param name never empty
 * @param calls the calls
 * @param isOwner whether other events of the thread, such as instants, are on this row
 */
public record ThreadRow(int index, long pid, long tid, String name, CallTrees.ThreadCalls calls, boolean isOwner) {
    /**
     * Returns the rows of a trace: of each process the main thread first, virtual threads last, and the others
     * between them, in the order of their first calls.
     */
    static List<ThreadRow> of(CallTrees trees, Meta meta) {
        List<CallTrees.ThreadCalls> threads = new ArrayList<>(trees.threads());
        Map<Long, Integer> processes = new HashMap<>();
        threads.forEach(thread -> processes.putIfAbsent(thread.pid(), processes.size()));
        threads.sort(Comparator.comparingInt((CallTrees.ThreadCalls thread) -> processes.getOrDefault(thread.pid(), 0))
                .thenComparingInt(ThreadRow::group)
                .thenComparingLong(thread -> firstNanos(trees, thread)));
        return of(threads, meta);
    }

    public boolean isVirtual() {
        return calls.kind() == ThreadKind.VIRTUAL;
    }

    private static int group(CallTrees.ThreadCalls thread) {
        return switch (thread.kind()) {
            case MAIN -> 0;
            case VIRTUAL -> 2;
            default -> 1;
        };
    }

    private static long firstNanos(CallTrees trees, CallTrees.ThreadCalls thread) {
        return thread.firstRoot() == CallTrees.NONE ? Long.MAX_VALUE : trees.startNanos(thread.firstRoot());
    }

    public static List<ThreadRow> of(List<CallTrees.ThreadCalls> threads, Meta meta) {
        Set<ThreadKey> taken = new HashSet<>();
        meta.processes()
                .forEach((pid, process) ->
                        process.threadNames().keySet().forEach(tid -> taken.add(new ThreadKey(pid, tid))));
        Map<ThreadKey, CallTrees.ThreadCalls> owners = new HashMap<>();
        for (CallTrees.ThreadCalls thread : threads) {
            ThreadKey numbers = new ThreadKey(thread.pid(), thread.tid());
            CallTrees.ThreadCalls first = owners.putIfAbsent(numbers, thread);
            if (first != null && first.kind() == ThreadKind.ASYNC && thread.kind() != ThreadKind.ASYNC) {
                owners.put(numbers, thread);
            }
        }
        List<ThreadRow> rows = new ArrayList<>();
        long free = 1;
        for (CallTrees.ThreadCalls thread : threads) {
            ThreadKey numbers = new ThreadKey(thread.pid(), thread.tid());
            boolean isOwner = thread.equals(owners.get(numbers));
            if (thread.tid() < 0 || thread.tid() > Integer.MAX_VALUE || !isOwner) {
                while (!taken.add(new ThreadKey(thread.pid(), free))) {
                    free++;
                }
                numbers = new ThreadKey(thread.pid(), free);
            }
            String name = thread.name().isEmpty() ? "thread-" + thread.tid() : thread.name();
            rows.add(new ThreadRow(rows.size(), numbers.pid(), numbers.tid(), name, thread, isOwner));
        }
        return rows;
    }
}
