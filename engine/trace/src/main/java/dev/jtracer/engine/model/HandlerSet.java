// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerOrder;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.counter.CountersHandler;
import dev.jtracer.engine.handler.flow.FlowsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.meta.RecordingsHandler;
import dev.jtracer.engine.handler.object.ObjectSnapshotsHandler;
import dev.jtracer.engine.handler.path.CallPathsHandler;
import dev.jtracer.engine.handler.path.SlowCallsHandler;
import dev.jtracer.engine.handler.path.ThreadLoadsHandler;
import dev.jtracer.engine.handler.request.RequestsHandler;
import dev.jtracer.engine.handler.request.StatementsHandler;
import dev.jtracer.engine.handler.sample.SampleTotalsHandler;
import dev.jtracer.engine.handler.sample.SamplesHandler;
import dev.jtracer.engine.handler.timing.CustomTracksHandler;
import dev.jtracer.engine.handler.timing.UserTimingsHandler;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.handler.totals.SlowPassesHandler;
import dev.jtracer.engine.handler.totals.ThreadCpuHandler;
import dev.jtracer.engine.handler.totals.WaitsHandler;
import dev.jtracer.engine.handler.warning.StallHandler;
import dev.jtracer.engine.handler.warning.WarningsHandler;
import dev.jtracer.engine.handler.web.LayoutShiftsHandler;
import dev.jtracer.engine.handler.web.NetworkRequestsHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A choice of handlers, as suppliers of new ones: a handler serves one trace at a time. It contains the chosen
 * handlers, those of the engine on which they depend, and {@link MetaHandler}. Immutable, and safe for use by several
 * threads if the suppliers are.
 */
public final class HandlerSet {
    // A handler a line. AllHandlersTest finds missing ones.
    /** The engine's handlers, without those that would keep every event of a recording. */
    static final List<Supplier<? extends EventHandler<?>>> ALL = List.of(
            MetaHandler::new, //
            RecordingsHandler::new,
            FunctionsHandler::new,
            CallbacksHandler::new,
            RequestsHandler::new,
            StatementsHandler::new,
            SlowPassesHandler::new,
            WaitsHandler::new,
            CallPathsHandler::new,
            SlowCallsHandler::new,
            ThreadLoadsHandler::new,
            ThreadsHandler::new,
            FlowsHandler::new,
            UserTimingsHandler::new,
            CustomTracksHandler::new,
            CountersHandler::new,
            ObjectSnapshotsHandler::new,
            SamplesHandler::new,
            SampleTotalsHandler::new,
            NetworkRequestsHandler::new,
            LayoutShiftsHandler::new,
            StallHandler::new,
            ThreadCpuHandler::new,
            WarningsHandler::new);

    private static final Map<Class<?>, Supplier<? extends EventHandler<?>>> BY_CLASS = ALL.stream()
            .collect(Collectors.toUnmodifiableMap(supplier -> supplier.get().getClass(), supplier -> supplier));

    private final List<Supplier<? extends EventHandler<?>>> chosen;
    private final List<Supplier<? extends EventHandler<?>>> suppliers;

    private HandlerSet(List<Supplier<? extends EventHandler<?>>> chosen) {
        this.chosen = List.copyOf(chosen);
        this.suppliers = withRequired(this.chosen);
    }

    /** Returns all handlers of the engine but {@code AsyncPairsHandler}, which keeps a copy of every async event. */
    public static HandlerSet all() {
        return new HandlerSet(ALL);
    }

    /**
     * Returns handlers of the caller's choice, the engine's or others.
     *
     * @param suppliers suppliers of new handlers, such as {@code FunctionsHandler::new}
     * @throws IllegalArgumentException if two are of one class, one depends on a handler that is neither here nor the
     *     engine's, or they depend on each other in a circle
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // copied, and only read
    public static HandlerSet of(Supplier<? extends EventHandler<?>>... suppliers) {
        return new HandlerSet(Arrays.asList(suppliers));
    }

    /**
     * Returns these handlers and others.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // copied, and only read
    public final HandlerSet and(Supplier<? extends EventHandler<?>>... others) {
        List<Supplier<? extends EventHandler<?>>> both = new ArrayList<>(chosen);
        both.addAll(Arrays.asList(others));
        return new HandlerSet(both);
    }

    private static List<Supplier<? extends EventHandler<?>>> withRequired(
            List<Supplier<? extends EventHandler<?>>> chosen) {
        List<EventHandler<?>> handlers = create(chosen);
        Set<Class<?>> present = new HashSet<>();
        Deque<Class<?>> required = new ArrayDeque<>(Set.of(MetaHandler.class));
        for (EventHandler<?> handler : handlers) {
            present.add(handler.getClass());
            required.addAll(handler.dependsOn());
        }
        List<Supplier<? extends EventHandler<?>>> complete = new ArrayList<>();
        while (!required.isEmpty()) {
            Class<?> next = required.remove();
            Supplier<? extends EventHandler<?>> supplier = BY_CLASS.get(next);
            if (supplier != null && present.add(next)) {
                EventHandler<?> added = supplier.get();
                handlers.add(added);
                complete.add(supplier);
                required.addAll(added.dependsOn());
            }
        }
        HandlerOrder.sort(handlers); // refuses what is missing, doubled or in a circle
        complete.addAll(chosen);
        return List.copyOf(complete);
    }

    /** Returns new handlers for one trace: first the added ones, then the chosen ones in their order. */
    public List<EventHandler<?>> create() {
        return create(suppliers);
    }

    private static List<EventHandler<?>> create(List<Supplier<? extends EventHandler<?>>> suppliers) {
        List<EventHandler<?>> handlers = new ArrayList<>();
        suppliers.forEach(supplier -> handlers.add(supplier.get()));
        return handlers;
    }
}
