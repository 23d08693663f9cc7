// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.handler.EventHandler;
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
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The list of the engine's handlers, without those that would keep every event of a recording. */
final class AllHandlers {
    // A handler a line. AllHandlersTest finds missing ones.
    static final List<Supplier<? extends EventHandler<?>>> SUPPLIERS = List.of(
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

    private AllHandlers() {}

    /** Returns the supplier of a handler; null if the handler is not in the list. */
    static @Nullable Supplier<? extends EventHandler<?>> supplier(Class<?> handler) {
        return ByClass.SUPPLIERS.get(handler);
    }

    /** The suppliers by the classes of their handlers, created at the first lookup. */
    private static final class ByClass {
        static final Map<Class<?>, Supplier<? extends EventHandler<?>>> SUPPLIERS = AllHandlers.SUPPLIERS.stream()
                .collect(Collectors.toUnmodifiableMap(supplier -> supplier.get().getClass(), supplier -> supplier));
    }
}
