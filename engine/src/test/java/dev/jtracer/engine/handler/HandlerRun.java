// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs one handler, and the one about the trace itself, over a small trace. */
public final class HandlerRun {
    private HandlerRun() {}

    /** Returns the result of a handler for events in the form of {@link TraceText#json}. */
    public static <D> D ofLines(EventHandler<D> handler, String lines) throws IOException {
        return ofJson(handler, TraceText.json(lines));
    }

    /** Returns the result of a handler for a file. */
    public static <D> D ofJson(EventHandler<D> handler, String json) throws IOException {
        return of(
                handler,
                new ChromeTraceReader("trace.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))));
    }

    @SuppressWarnings("unchecked") // a handler's class is that of a handler of the same data
    public static <D> D of(EventHandler<D> handler, ChromeTraceReader reader) throws IOException {
        List<EventHandler<?>> handlers =
                handler instanceof MetaHandler ? List.of(handler) : List.of(handler, new MetaHandler());
        ParsedTrace trace = new TraceProcessor(handlers).parse(reader);
        return trace.data((Class<? extends EventHandler<D>>) handler.getClass());
    }
}
