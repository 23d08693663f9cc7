// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler that matches calls with the runs they caused later, see {@link AsyncCalls}. For files: it keeps all spans
 * involved.
 */
public final class AsyncCallsHandler extends CollectingHandler<AsyncCalls>
        implements SpanHandler<AsyncCalls>, CallRecordHandler<AsyncCalls> {
    /** Limit of steps along a chain of passings. A longer chain is an error of the writer. */
    private static final int MOST_LINKS = 500;

    private static final int CALLBACK = SpanFlags.PASSING | SpanFlags.CALLBACK;
    private static final Set<Phase> BEGINS =
            Set.of(Phase.ASYNC_BEGIN, Phase.COMPLETE, Phase.INSTANT, Phase.INSTANT_OLD);

    private FlowSpans spans = new FlowSpans();
    private List<Integer> passings = new ArrayList<>();
    private List<Integer> runs = new ArrayList<>();
    /** Passings inside calls that have not ended, by track, innermost last. */
    private Map<Integer, List<Integer>> passingsInOpenCalls = new HashMap<>();
    /** The call around each passing. */
    private Map<Integer, Integer> callOfPassing = new HashMap<>();

    private Map<BindId, BindId> firstOfChain = new HashMap<>();
    private Map<Long, String> taskNames = new HashMap<>();

    /** Creates a handler. */
    public AsyncCallsHandler() {}

    @Override
    protected void clear() {
        spans = new FlowSpans();
        passings = new ArrayList<>();
        runs = new ArrayList<>();
        passingsInOpenCalls = new HashMap<>();
        callOfPassing = new HashMap<>();
        firstOfChain = new HashMap<>();
        taskNames = new HashMap<>();
    }

    @Override
    public Set<Phase> phases() {
        return BEGINS;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if ((event.flags() & SpanFlags.PASSING) != 0) {
            long first = event.hop();
            if (first != 0 && first != event.bindId()) {
                firstOfChain.put(new BindId(event.bindId(), event.pid()), new BindId(first, event.pid()));
            }
        } else if (event.phase() != Phase.ASYNC_BEGIN && event.name().equals(ScheduledTasks.SCHEDULED)) {
            String taskName = event.args().text("taskName");
            taskNames.put(event.index(), taskName == null ? "" : taskName);
        }
    }

    @Override
    public void handleCalls(CallRecords records) {
        // They are no passings.
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        if (!passingsInOpenCalls.isEmpty()) {
            SpanHandler.super.handleSpans(batch);
        }
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & CALLBACK) == 0) {
            endCall(span);
        } else if ((span.flags() & SpanFlags.PASSING) != 0) {
            int row = spans.add(span);
            passings.add(row);
            passingsInOpenCalls
                    .computeIfAbsent(span.track(), track -> new ArrayList<>(1))
                    .add(row);
        } else {
            endCall(span);
            runs.add(spans.add(span));
        }
    }

    private void endCall(Span span) {
        List<Integer> waiting = passingsInOpenCalls.isEmpty() ? null : passingsInOpenCalls.get(span.track());
        if (waiting == null) {
            return;
        }
        int call = SpansByTime.NONE;
        for (int last = waiting.size() - 1; last >= 0; last--) {
            int passing = waiting.get(last);
            if (spans.depth(passing) <= span.depth()) {
                break;
            }
            if (spans.depth(passing) == span.depth() + 1) {
                call = call == SpansByTime.NONE ? spans.add(span) : call;
                callOfPassing.put(passing, call);
            }
            waiting.remove(last);
        }
        if (waiting.isEmpty()) {
            passingsInOpenCalls.remove(span.track());
        }
    }

    @Override
    protected AsyncCalls result() {
        Map<BindId, Integer> byNumber = new HashMap<>();
        for (int row : passings) {
            byNumber.putIfAbsent(passing(row), row);
        }
        List<AsyncCalls.AsyncCall> calls = new ArrayList<>();
        Set<BindId> ran = new HashSet<>();
        for (int run : runs) {
            Integer passing = byNumber.get(passing(run));
            if (passing != null) {
                ran.add(first(passing(run)));
                calls.add(asyncCall(passing, run));
            }
        }
        Flows flows = context().dataOf(FlowsHandler.class);
        if (!flows.sameTimeFlows().isEmpty()) {
            CallTrees trees = context().dataOf(ThreadsHandler.class);
            calls.addAll(new ScheduledTasks(trees, context().tracks(), taskNames).calls(flows.sameTimeFlows()));
        }
        return new AsyncCalls(calls, neverRan(ran));
    }

    private BindId passing(int row) {
        return new BindId(
                spans.bindId(row), context().tracks().get(spans.track(row)).pid());
    }

    private BindId first(BindId passing) {
        BindId first = passing;
        BindId earlier = firstOfChain.get(first);
        for (int links = 0; links < MOST_LINKS && earlier != null; links++) {
            first = earlier;
            earlier = firstOfChain.get(first);
        }
        return first;
    }

    private AsyncCalls.AsyncCall asyncCall(int passing, int run) {
        int caller = callOfPassing.getOrDefault(passing, passing);
        return new AsyncCalls.AsyncCall(
                context().names().get(spans.nameIndex(passing)),
                spans.ref(caller, context().names()),
                spans.ref(run, context().names()),
                Math.max(0, spans.startNanos(run) - spans.startNanos(passing)),
                spans.track(caller) != spans.track(run),
                (spans.flags(run) & SpanFlags.AMBIGUOUS) != 0);
    }

    private List<Flows.SpanRef> neverRan(Set<BindId> ran) {
        List<Flows.SpanRef> never = new ArrayList<>();
        for (int row : passings) {
            BindId passing = passing(row);
            if (passing.number() != 0 && !firstOfChain.containsKey(passing) && !ran.contains(passing)) {
                never.add(spans.ref(row, context().names()));
            }
        }
        return never;
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(FlowsHandler.class, ThreadsHandler.class);
    }
}
