// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.call.CallTreeWalk;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The events that scheduled tasks in Chrome's traces, with those that the tasks ran, matched as in DevTools. */
public final class ScheduledTasks {
    static final String SCHEDULED = "v8::Debugger::AsyncTaskScheduled";
    static final String RUN = "v8::Debugger::AsyncTaskRun";

    private static final String CONSOLE_TASK = "V8Console::runTask";
    private static final Set<String> SCRIPTS =
            Set.of("RunMicrotasks", "FunctionCall", "EvaluateScript", "EventDispatch", "ProfileCall");

    private final CallTrees trees;
    private final Map<Long, String> taskNames;
    private final Map<ThreadKey, Calls> threads = new HashMap<>();
    /** The event that scheduled a run, by the run's index. Earlier runs of a repeated task schedule later ones. */
    private final Map<Long, Flows.BoundEvent> scheduledBy = new HashMap<>();

    private final Map<Long, Flows.SpanRef> callers = new HashMap<>();
    private final Map<Long, Flows.SpanRef> entries = new HashMap<>();

    ScheduledTasks(CallTrees trees, TrackTable tracks, Map<Long, String> taskNames) {
        this.trees = trees;
        this.taskNames = taskNames;
        for (CallTrees.ThreadCalls calls : trees.threads()) {
            if (tracks.get(calls.track()).kind() != Track.Kind.ASYNC) {
                threads.put(new ThreadKey(calls.pid(), calls.tid()), new Calls(calls));
            }
        }
    }

    List<AsyncCalls.AsyncCall> calls(List<List<Flows.BoundEvent>> flows) {
        List<AsyncCalls.AsyncCall> result = new ArrayList<>();
        for (List<Flows.BoundEvent> flow : flows) {
            Flows.BoundEvent first = flow.get(0);
            Flows.BoundEvent scheduled = first.name().equals(RUN) ? scheduledBy.get(first.index()) : first;
            Flows.BoundEvent run = flow.get(flow.size() - 1);
            if (scheduled == null
                    || !scheduled.name().equals(SCHEDULED)
                    || !run.name().equals(RUN)) {
                continue;
            }
            scheduledBy.put(run.index(), scheduled);
            // Many flows may bind to one event.
            Flows.SpanRef caller = callers.computeIfAbsent(scheduled.index(), index -> caller(scheduled));
            Flows.SpanRef entry = entries.computeIfAbsent(run.index(), index -> entry(run));
            result.add(new AsyncCalls.AsyncCall(
                    taskNames.getOrDefault(scheduled.index(), ""),
                    caller,
                    entry,
                    Math.max(0, run.tsNanos() - scheduled.tsNanos()),
                    scheduled.pid() != run.pid() || scheduled.tid() != run.tid(),
                    false));
        }
        return result;
    }

    private Flows.SpanRef caller(Flows.BoundEvent scheduled) {
        Calls calls = threads.get(new ThreadKey(scheduled.pid(), scheduled.tid()));
        int place = calls == null ? CallTrees.NONE : calls.find(scheduled);
        int script = calls == null || place == CallTrees.NONE ? CallTrees.NONE : calls.scriptAround(place);
        return calls == null || script == CallTrees.NONE ? ref(scheduled) : calls.ref(script);
    }

    private Flows.SpanRef entry(Flows.BoundEvent run) {
        Calls calls = threads.get(new ThreadKey(run.pid(), run.tid()));
        int place = calls == null ? CallTrees.NONE : calls.find(run);
        if (calls == null || place == CallTrees.NONE) {
            return ref(run);
        }
        int end = calls.endOfSubtree(place);
        for (int inner = place + 1; inner < end; inner++) {
            if (calls.name(inner).equals(RUN)) {
                inner = calls.endOfSubtree(inner) - 1;
            } else if (isEntry(calls.name(inner))) {
                return calls.ref(inner);
            }
        }
        return ref(run);
    }

    private Flows.SpanRef ref(Flows.BoundEvent event) {
        Calls calls = threads.get(new ThreadKey(event.pid(), event.tid()));
        int place = calls == null ? CallTrees.NONE : calls.find(event);
        if (calls == null || place == CallTrees.NONE) {
            return new Flows.SpanRef(CallTrees.NONE, event.name(), event.tsNanos(), event.tsNanos(), event.index());
        }
        Flows.SpanRef call = calls.ref(place);
        return new Flows.SpanRef(call.track(), call.name(), call.startNanos(), call.endNanos(), event.index());
    }

    /** Returns whether an event enters a script itself or a task of the console, not a step of the engine. */
    private static boolean isEntry(String name) {
        return SCRIPTS.contains(name) || name.equals(CONSOLE_TASK);
    }

    /** Returns whether an event is a script or leads into one. */
    public static boolean isScript(String name) {
        boolean engine = name.startsWith("v8") || name.startsWith("V8");
        return SCRIPTS.contains(name) || (engine && !name.startsWith("v8::Debugger::"));
    }

    /** The calls of a thread in the order of their begins, an outer call before its inner calls. */
    private final class Calls implements CallTreeWalk.Visitor {
        private final int track;
        private final int[] calls;
        /** For each index the index after the last inner call. */
        private final int[] ends;
        /** For each index that of the nearest script around. */
        private final int[] scriptsAround;

        private final int[] openPlaces;
        private int count;

        Calls(CallTrees.ThreadCalls thread) {
            track = thread.track();
            calls = new int[thread.calls()];
            ends = new int[thread.calls()];
            scriptsAround = new int[thread.calls()];
            openPlaces = new int[thread.maxDepth()];
            CallTreeWalk.of(trees).thread(thread, this);
        }

        @Override
        public void enter(int call) {
            int place = count++;
            calls[place] = call;
            int depth = trees.depth(call);
            openPlaces[depth] = place;
            int outer = depth == 0 ? CallTrees.NONE : openPlaces[depth - 1];
            boolean script = outer != CallTrees.NONE && isEntry(name(outer));
            scriptsAround[place] = outer == CallTrees.NONE || script ? outer : scriptsAround[outer];
        }

        @Override
        public void leave(int call) {
            ends[openPlaces[trees.depth(call)]] = count;
        }

        int find(Flows.BoundEvent event) {
            int first = SpansByTime.first(0, calls.length, i -> trees.startNanos(calls[i]) >= event.tsNanos());
            for (int i = first; i < calls.length && trees.startNanos(calls[i]) == event.tsNanos(); i++) {
                if (name(i).equals(event.name())) {
                    return i;
                }
            }
            return CallTrees.NONE;
        }

        int scriptAround(int place) {
            return scriptsAround[place];
        }

        int endOfSubtree(int place) {
            return ends[place];
        }

        String name(int place) {
            return trees.name(calls[place]);
        }

        Flows.SpanRef ref(int place) {
            int call = calls[place];
            return new Flows.SpanRef(
                    track, trees.name(call), trees.startNanos(call), trees.endNanos(call), Span.NO_EVENT);
        }
    }
}
