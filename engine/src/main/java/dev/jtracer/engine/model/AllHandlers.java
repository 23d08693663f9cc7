// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.handler.AsyncCallsHandler;
import dev.jtracer.engine.handler.CallbacksHandler;
import dev.jtracer.engine.handler.CountersHandler;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.FlowsHandler;
import dev.jtracer.engine.handler.FunctionsHandler;
import dev.jtracer.engine.handler.LagHandler;
import dev.jtracer.engine.handler.MetaHandler;
import dev.jtracer.engine.handler.ThreadsHandler;
import dev.jtracer.engine.handler.WarningsHandler;
import dev.jtracer.engine.handler.object.ObjectSnapshotsHandler;
import dev.jtracer.engine.handler.sample.SamplesHandler;
import dev.jtracer.engine.handler.timing.CustomTracksHandler;
import dev.jtracer.engine.handler.timing.UserTimingsHandler;
import dev.jtracer.engine.handler.web.LayoutShiftsHandler;
import dev.jtracer.engine.handler.web.NetworkRequestsHandler;
import java.util.List;
import java.util.function.Supplier;

/** The one list of all handlers of the engine. */
public final class AllHandlers {
    // A handler a line. AllHandlersTest finds those that are missing.
    private static final List<Supplier<? extends EventHandler<?>>> SUPPLIERS = List.of(
            MetaHandler::new, //
            FunctionsHandler::new,
            CallbacksHandler::new,
            ThreadsHandler::new,
            FlowsHandler::new,
            AsyncCallsHandler::new,
            UserTimingsHandler::new,
            CustomTracksHandler::new,
            CountersHandler::new,
            ObjectSnapshotsHandler::new,
            SamplesHandler::new,
            NetworkRequestsHandler::new,
            LayoutShiftsHandler::new,
            LagHandler::new,
            WarningsHandler::new);

    private AllHandlers() {}

    /** Makes a new instance of each handler. */
    public static List<Supplier<? extends EventHandler<?>>> suppliers() {
        return SUPPLIERS;
    }
}
