// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.warning.Warnings.Kind;
import dev.jtracer.engine.handler.warning.Warnings.Row;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A handler that counts warnings, see {@link Kind}. The rules are those of DevTools' trace engine. */
public final class WarningsHandler extends CollectingHandler<Warnings> implements SpanHandler<Warnings> {
    private static final long LONG_TASK_NANOS = 50_000_000;
    private static final long FORCED_REFLOW_NANOS = 30_000_000;

    private static final Set<String> SCRIPTS =
            Set.of("RunMicrotasks", "FunctionCall", "EvaluateScript", "EventDispatch", "ProfileCall");

    /** The meanings of names in traces of Chrome. */
    private enum Role {
        TASK,
        REFLOW,
        SCRIPT;

        static @Nullable Role of(String name) {
            return switch (name) {
                case "RunTask" -> TASK;
                case "Layout", "UpdateLayoutTree", "RecalculateStyles" -> REFLOW;
                default -> isScript(name) ? SCRIPT : null;
            };
        }

        /** Returns whether an event is a script or leads into one. */
        private static boolean isScript(String name) {
            boolean engine = name.startsWith("v8") || name.startsWith("V8");
            return SCRIPTS.contains(name) || (engine && !name.startsWith("v8::Debugger::"));
        }
    }

    private record Place(Kind kind, int track, int nameIndex) {}

    private record Worker(long pid, long tid) {}

    private final Map<Place, Row> rows = new LinkedHashMap<>();
    private final Map<Integer, ForcedReflows> reflowsByTrack = new HashMap<>();
    private final Set<Worker> workers = new HashSet<>();
    private final KnownNames<Role> roles = new KnownNames<>(Role::of);

    public WarningsHandler() {}

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
                workers.add(new Worker(pid(event.track()), thread.longValue()));
            }
        }
    }

    private void handleIdleCallback(TraceEvent event) {
        if (!event.name().equals("FireIdleCallback")) {
            return;
        }
        Number allotted = event.args().object("data").number("allottedMilliseconds");
        if (allotted != null && event.durNanos() > allotted.doubleValue() * 1e6) {
            add(Kind.IDLE_CALLBACK_OVER_TIME, event.track(), event.nameIndex(), event.durNanos());
        }
    }

    @Override
    public void handleSpan(Span span) {
        Role role = roles.get(span.nameIndex(), context().names());
        if (role != null) {
            switch (role) {
                case TASK -> handleTask(span);
                case REFLOW -> reflows(span).add(span);
                case SCRIPT -> reflows(span).script(span);
            }
        }
        if (span.depth() == 0 && !reflowsByTrack.isEmpty()) {
            closeTask(span); // in traces without Chrome's tasks, each outermost span is a task
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        StringTable names = context().names();
        boolean tasks = !reflowsByTrack.isEmpty();
        for (int i = 0; i < batch.size(); i++) {
            if (tasks || roles.get(batch.nameIndex(i), names) != null) {
                handleSpan(batch.span(i));
                tasks = !reflowsByTrack.isEmpty();
            }
        }
    }

    private void handleTask(Span span) {
        long nanos = span.endNanos() - span.startNanos();
        if (nanos > LONG_TASK_NANOS && !span.unfinished()) {
            add(Kind.LONG_TASK, span.track(), span.nameIndex(), nanos);
        }
        closeTask(span);
    }

    private void closeTask(Span span) {
        List<ForcedReflows.Reflow> forced = reflows(span).takeForced(span);
        long forcedNanos = 0;
        for (ForcedReflows.Reflow reflow : forced) {
            forcedNanos = Saturated.sum(forcedNanos, reflow.durNanos());
        }
        if (forcedNanos >= FORCED_REFLOW_NANOS) {
            forced.forEach(reflow -> add(Kind.FORCED_REFLOW, span.track(), reflow.nameIndex(), reflow.durNanos()));
        }
    }

    private ForcedReflows reflows(Span span) {
        return reflowsByTrack.computeIfAbsent(span.track(), track -> new ForcedReflows());
    }

    private void add(Kind kind, int track, int nameIndex, long nanos) {
        Row row = new Row(kind, context().names().get(nameIndex), 1, nanos);
        rows.merge(new Place(kind, track, nameIndex), row, Row::plus);
    }

    @Override
    protected Warnings result() {
        List<Row> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            Map<String, Row> byName = new LinkedHashMap<>();
            rows.forEach((place, row) -> {
                if (place.kind == kind && !isTaskOfWorker(place)) {
                    byName.merge(row.name(), row, Row::plus);
                }
            });
            all.addAll(byName.values());
        }
        return new Warnings(all);
    }

    private boolean isTaskOfWorker(Place place) {
        long tid = context().tracks().get(place.track).tid();
        return place.kind == Kind.LONG_TASK && workers.contains(new Worker(pid(place.track), tid));
    }

    private long pid(int track) {
        return context().tracks().get(track).pid();
    }

    /** The reflows of one track, and those that a script forced. Takes inner spans before outer ones. */
    private static final class ForcedReflows {
        /* The inner spans of a span are the last ones added. So both lists are consumed from the end, and each
         * reflow is visited once. */
        private final List<Reflow> unforced = new ArrayList<>();
        private final List<Reflow> forced = new ArrayList<>();

        record Reflow(int nameIndex, long startNanos, long durNanos, int depth) {
            boolean isWithin(Span span) {
                return depth > span.depth() && startNanos >= span.startNanos();
            }
        }

        void add(Span reflow) {
            long durNanos = reflow.endNanos() - reflow.startNanos();
            unforced.add(new Reflow(reflow.nameIndex(), reflow.startNanos(), durNanos, reflow.depth()));
        }

        /** Takes a script, which forced the reflows within it. */
        void script(Span script) {
            List<Reflow> within = within(script, unforced);
            forced.addAll(within);
            within.clear();
        }

        /** Removes all reflows within a task and returns those that were forced. */
        List<Reflow> takeForced(Span task) {
            within(task, unforced).clear();
            List<Reflow> within = within(task, forced);
            List<Reflow> taken = List.copyOf(within);
            within.clear();
            return taken;
        }

        private static List<Reflow> within(Span span, List<Reflow> reflows) {
            int first = reflows.size();
            while (first > 0 && reflows.get(first - 1).isWithin(span)) {
                first--;
            }
            return reflows.subList(first, reflows.size());
        }
    }
}
