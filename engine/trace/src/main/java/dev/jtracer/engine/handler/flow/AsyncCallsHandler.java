// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A handler that matches calls with their later runs, see {@link AsyncCalls}. For files: it keeps all of them. */
public final class AsyncCallsHandler extends CollectingHandler<AsyncCalls> implements SpanHandler<AsyncCalls> {
    private static final Set<Phase> BEGINS = Set.of(Phase.COMPLETE, Phase.INSTANT, Phase.INSTANT_OLD);

    /** A pass, and the call around it as soon as that has ended. */
    private static final class Pass {
        final FlowSpan span;
        FlowSpan caller;

        Pass(FlowSpan span) {
            this.span = span;
            this.caller = span;
        }
    }

    private final List<Pass> passes = new ArrayList<>();
    private final List<FlowSpan> runs = new ArrayList<>();
    /** Passes inside calls that have not ended, by track, innermost last. */
    private final Map<Integer, List<Pass>> passesInOpenCalls = new HashMap<>();

    private final Map<Long, String> taskNames = new HashMap<>();

    public AsyncCallsHandler() {}

    @Override
    public Set<Phase> phases() {
        return BEGINS;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.name().equals(ScheduledTasks.SCHEDULED)) {
            taskNames.put(event.index(), event.args().textOrEmpty("taskName"));
        }
    }

    @Override
    public boolean needsOrigins() {
        return true;
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        if (!passesInOpenCalls.isEmpty()) {
            SpanHandler.super.handleSpans(batch);
        }
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.OF_CALLBACK) == 0) {
            endCall(span);
        } else if ((span.flags() & SpanFlags.PASS) != 0) {
            Pass pass = new Pass(FlowSpan.of(span));
            passes.add(pass);
            passesInOpenCalls
                    .computeIfAbsent(span.track(), track -> new ArrayList<>(1))
                    .add(pass);
        } else {
            endCall(span);
            runs.add(FlowSpan.of(span));
        }
    }

    private void endCall(Span span) {
        List<Pass> waiting = passesInOpenCalls.isEmpty() ? null : passesInOpenCalls.get(span.track());
        if (waiting == null) {
            return;
        }
        FlowSpan call = null;
        for (int last = waiting.size() - 1; last >= 0; last--) {
            Pass pass = waiting.get(last);
            if (pass.span.depth() <= span.depth()) {
                break;
            }
            if (pass.span.depth() == span.depth() + 1) {
                call = call == null ? FlowSpan.of(span) : call;
                pass.caller = call;
            }
            waiting.remove(last);
        }
        if (waiting.isEmpty()) {
            passesInOpenCalls.remove(span.track());
        }
    }

    @Override
    protected AsyncCalls result() {
        Map<BindId, Pass> byNumber = new HashMap<>();
        for (Pass pass : passes) {
            byNumber.putIfAbsent(id(pass.span), pass);
        }
        List<AsyncCalls.AsyncCall> calls = new ArrayList<>();
        for (FlowSpan run : runs) {
            Pass pass = byNumber.get(id(run));
            if (pass != null) {
                calls.add(asyncCall(pass, run));
            }
        }
        Flows flows = context().dataOf(FlowsHandler.class);
        if (!flows.sameTimeFlows().isEmpty()) {
            CallTrees trees = context().dataOf(ThreadsHandler.class);
            calls.addAll(new ScheduledTasks(trees, context().tracks(), taskNames).calls(flows.sameTimeFlows()));
        }
        return new AsyncCalls(calls);
    }

    private BindId id(FlowSpan span) {
        return new BindId(span.bindId(), context().tracks().get(span.track()).pid());
    }

    private AsyncCalls.AsyncCall asyncCall(Pass pass, FlowSpan run) {
        return new AsyncCalls.AsyncCall(
                context().names().get(pass.span.nameIndex()),
                pass.caller.ref(context().names()),
                run.ref(context().names()),
                Math.max(0, run.startNanos() - pass.span.startNanos()),
                pass.caller.track() != run.track(),
                (run.flags() & SpanFlags.AMBIGUOUS) != 0);
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(FlowsHandler.class, ThreadsHandler.class);
    }
}
