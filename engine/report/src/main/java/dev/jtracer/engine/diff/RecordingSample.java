// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.meta.RecordingsHandler;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.List;

/**
 * The counts of one recording.
 *
 * @param methods one per name
 * @param rootCalls one per name of a root call, a method or a callback, whose own times are the calls' durations
 * @param callbacks one per name
 * @param missing what was not counted because the recording lacks it
 */
public record RecordingSample(
        List<MethodSample> methods, List<MethodSample> rootCalls, List<CallbackSample> callbacks, MissingData missing) {
    public RecordingSample {
        methods = List.copyOf(methods);
        rootCalls = List.copyOf(rootCalls);
        callbacks = List.copyOf(callbacks);
    }

    /** Returns new handlers, whose data a sample consists of. */
    public static List<EventHandler<?>> handlers() {
        return List.of(
                new MethodBlocksHandler(), new FunctionsHandler(), new CallbacksHandler(), new RecordingsHandler());
    }

    /** Returns the sample of a trace that was parsed with at least the {@link #handlers}. */
    public static RecordingSample of(ParsedTrace trace) {
        MethodBlocksHandler.Samples samples = trace.data(MethodBlocksHandler.class);
        return new RecordingSample(
                samples.methods(),
                samples.rootCalls(),
                trace.data(CallbacksHandler.class).rows().stream()
                        .map(row -> new CallbackSample(
                                row.name(), row.passes(), row.run().count(), row.site()))
                        .toList(),
                MissingData.of(trace.report(), trace.data(RecordingsHandler.class)));
    }
}
