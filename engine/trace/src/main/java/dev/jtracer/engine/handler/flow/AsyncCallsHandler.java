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

    /** A passing, and the call around it as soon as that has ended. */
    private static final class Passing {
        final FlowSpan span;
        FlowSpan caller;

        Passing(FlowSpan span) {
            this.span = span;
            this.caller = span;
        }
    }

    private final List<Passing> passings = new ArrayList<>();
    private final List<FlowSpan> runs = new ArrayList<>();
    /** Passings inside calls that have not ended, by track, innermost last. */
    private final Map<Integer, List<Passing>> passingsInOpenCalls = new HashMap<>();

    private final Map<BindId, BindId> firstOfChain = new HashMap<>();
    private final Map<Long, String> taskNames = new HashMap<>();

    /** Creates a handler. */
    public AsyncCallsHandler() {}

    @Override
    public Set<Phase> phases() {
        return BEGINS;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if ((event.flags() & SpanFlags.PASSING) != 0) {
            long first = event.forward();
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
            Passing passing = new Passing(FlowSpan.of(span));
            passings.add(passing);
            passingsInOpenCalls
                    .computeIfAbsent(span.track(), track -> new ArrayList<>(1))
                    .add(passing);
        } else {
            endCall(span);
            runs.add(FlowSpan.of(span));
        }
    }

    private void endCall(Span span) {
        List<Passing> waiting = passingsInOpenCalls.isEmpty() ? null : passingsInOpenCalls.get(span.track());
        if (waiting == null) {
            return;
        }
        FlowSpan call = null;
        for (int last = waiting.size() - 1; last >= 0; last--) {
            Passing passing = waiting.get(last);
            if (passing.span.depth() <= span.depth()) {
                break;
            }
            if (passing.span.depth() == span.depth() + 1) {
                call = call == null ? FlowSpan.of(span) : call;
                passing.caller = call;
            }
            waiting.remove(last);
        }
        if (waiting.isEmpty()) {
            passingsInOpenCalls.remove(span.track());
        }
    }

    @Override
    protected AsyncCalls result() {
        Map<BindId, Passing> byNumber = new HashMap<>();
        for (Passing passing : passings) {
            byNumber.putIfAbsent(id(passing.span), passing);
        }
        List<AsyncCalls.AsyncCall> calls = new ArrayList<>();
        Set<BindId> ran = new HashSet<>();
        for (FlowSpan run : runs) {
            Passing passing = byNumber.get(id(run));
            if (passing != null) {
                ran.add(first(id(run)));
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

    private BindId id(FlowSpan span) {
        return new BindId(span.bindId(), context().tracks().get(span.track()).pid());
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

    private AsyncCalls.AsyncCall asyncCall(Passing passing, FlowSpan run) {
        return new AsyncCalls.AsyncCall(
                context().names().get(passing.span.nameIndex()),
                passing.caller.ref(context().names()),
                run.ref(context().names()),
                Math.max(0, run.startNanos() - passing.span.startNanos()),
                passing.caller.track() != run.track(),
                (run.flags() & SpanFlags.AMBIGUOUS) != 0);
    }

    private List<Flows.SpanRef> neverRan(Set<BindId> ran) {
        List<Flows.SpanRef> never = new ArrayList<>();
        for (Passing passing : passings) {
            BindId id = id(passing.span);
            if (id.number() != 0 && !firstOfChain.containsKey(id) && !ran.contains(id)) {
                never.add(passing.span.ref(context().names()));
            }
        }
        return never;
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(FlowsHandler.class, ThreadsHandler.class);
    }
}
