// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.flow.ScheduledTasks;
import dev.jtracer.engine.handler.warning.Warnings.Kind;
import dev.jtracer.engine.handler.warning.Warnings.Warning;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler that collects warnings, see {@link Kind}. The rules are those of DevTools' trace engine.
 */
public final class WarningsHandler implements SpanHandler<Warnings> {
    private static final long LONG_TASK_NANOS = 50_000_000;
    private static final long FORCED_REFLOW_NANOS = 30_000_000;

    /** The meanings of names in traces of Chrome. */
    private enum Role {
        TASK,
        REFLOW,
        SCRIPT
    }

    private final HandlerState state = new HandlerState(WarningsHandler.class);
    private HandlerContext context = HandlerContext.NONE;
    private Map<Kind, List<Warning>> kept = new EnumMap<>(Kind.class);
    private Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private List<Warning> longTasks = new ArrayList<>();
    private Map<Integer, ForcedReflows> reflowsByTrack = new HashMap<>();
    private Set<Long> workerThreads = new HashSet<>();
    private KnownNames<Role> roles = roles(HandlerContext.NONE);
    private Warnings result = Warnings.NONE;

    /** Creates a handler. */
    public WarningsHandler() {}

    @Override
    public void reset() {
        state.reset();
        context = HandlerContext.NONE;
        kept = new EnumMap<>(Kind.class);
        counts = new EnumMap<>(Kind.class);
        longTasks = new ArrayList<>();
        reflowsByTrack = new HashMap<>();
        workerThreads = new HashSet<>();
        roles = roles(HandlerContext.NONE);
        result = Warnings.NONE;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        this.context = context;
        roles = roles(context);
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.COMPLETE, Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.phase() == Phase.COMPLETE) {
            handleIdleCallback(event);
            return;
        }
        if (event.name().equals("TracingSessionIdForWorker")) {
            Number thread = event.args().object("data").number("workerThreadId");
            if (thread != null) {
                workerThreads.add(thread.longValue());
            }
        }
    }

    private void handleIdleCallback(TraceEvent event) {
        if (!event.name().equals("FireIdleCallback")) {
            return;
        }
        Number allotted = event.args().object("data").number("allottedMilliseconds");
        if (allotted != null && event.durNanos() > allotted.doubleValue() * 1e6) {
            add(new Warning(
                    Kind.IDLE_CALLBACK_OVER_TIME, event.name(), event.track(), event.tsNanos(), event.durNanos()));
        }
    }

    @Override
    public void handleSpan(Span span) {
        long nanos = span.endNanos() - span.startNanos();
        Role role = roles.get(span.nameIndex());
        if (role != null) {
            handleRole(role, span, nanos);
        }
        if (span.depth() == 0 && !reflowsByTrack.isEmpty()) {
            closeTask(span); // in traces without Chrome's tasks, each outermost span is a task
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        boolean tasks = !reflowsByTrack.isEmpty();
        for (int i = 0; i < batch.size(); i++) {
            if (tasks || roles.get(batch.nameIndex(i)) != null) {
                handleSpan(batch.span(i));
                tasks = !reflowsByTrack.isEmpty();
            }
        }
    }

    private void handleTask(Span span, long nanos) {
        if (nanos > LONG_TASK_NANOS && !span.unfinished()) {
            longTasks.add(warning(Kind.LONG_TASK, span));
        }
        closeTask(span);
    }

    private void closeTask(Span span) {
        List<Warning> forced = reflows(span).takeForced(span);
        long forcedNanos = 0;
        for (Warning reflow : forced) {
            forcedNanos = Saturated.sum(forcedNanos, reflow.durNanos());
        }
        if (forcedNanos >= FORCED_REFLOW_NANOS) {
            forced.forEach(this::add);
        }
    }

    private ForcedReflows reflows(Span span) {
        return reflowsByTrack.computeIfAbsent(span.track(), track -> new ForcedReflows());
    }

    private static KnownNames<Role> roles(HandlerContext context) {
        return new KnownNames<>(context.names(), name -> switch (name) {
            case "RunTask" -> Role.TASK;
            case "Layout", "UpdateLayoutTree", "RecalculateStyles" -> Role.REFLOW;
            default -> ScheduledTasks.isScript(name) ? Role.SCRIPT : null;
        });
    }

    private void handleRole(Role role, Span span, long nanos) {
        switch (role) {
            case TASK -> handleTask(span, nanos);
            case REFLOW -> reflows(span).add(warning(Kind.FORCED_REFLOW, span), span.depth());
            case SCRIPT -> reflows(span).script(span);
        }
    }

    private Warning warning(Kind kind, Span span) {
        return new Warning(
                kind,
                context.names().get(span.nameIndex()),
                span.track(),
                span.startNanos(),
                span.endNanos() - span.startNanos());
    }

    private void add(Warning warning) {
        counts.merge(warning.kind(), 1L, Long::sum);
        List<Warning> warnings = kept.computeIfAbsent(warning.kind(), kind -> new ArrayList<>());
        if (warnings.size() < context.config().mostWarnings()) {
            warnings.add(warning);
        }
    }

    @Override
    public void finish() {
        state.finish();
        for (Warning task : longTasks) {
            if (!workerThreads.contains(context.tracks().get(task.track()).tid())) {
                add(task);
            }
        }
        result = new Warnings(kept, counts);
    }

    @Override
    public Warnings data() {
        state.requireFinished();
        return result;
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }
}
