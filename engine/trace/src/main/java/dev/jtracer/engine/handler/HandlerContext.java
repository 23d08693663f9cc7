// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.pairing.SpanPairing;
import java.util.Collection;
import java.util.List;

/**
 * The data that the handlers of a trace share.
 *
 * @param names names by the index that the events carry
 * @param symbols categories and ids by the index that the events carry
 * @param tracks tracks by the index that the events carry
 * @param stackFrames stack frames by the ids in events; complete in {@link EventHandler#finish}
 * @param pairing the pairing of the spans that {@link SpanHandler}s take, so far
 * @param retained memory for what handlers retain of single events
 * @param handlers all handlers of the trace
 */
public record HandlerContext(
        StringTable names,
        StringTable symbols,
        TrackTable tracks,
        StackFrames stackFrames,
        SpanPairing pairing,
        RetainedEvents retained,
        Collection<EventHandler<?>> handlers) {
    /** The context of a handler before it is initialized. */
    public static final HandlerContext NONE = new HandlerContext(
            new StringTable(),
            new StringTable(),
            new TrackTable(),
            StackFrames.NONE,
            SpanPairing.NONE,
            new RetainedEvents(0),
            List.of());

    /**
     * Returns a handler that the caller depends on, already initialized. For use in {@link EventHandler#initialize}.
     *
     * @throws IllegalStateException if that handler is missing
     */
    public <H extends EventHandler<?>> H handler(Class<H> handler) {
        for (EventHandler<?> candidate : handlers) {
            if (handler.isInstance(candidate)) {
                return handler.cast(candidate);
            }
        }
        throw new IllegalStateException("Required handler " + handler.getSimpleName() + " not provided.");
    }

    /**
     * Returns the data of a handler that the caller depends on. For use in {@link EventHandler#finish}.
     *
     * @throws IllegalStateException if that handler is missing, has not finished or has failed
     */
    public <D> D dataOf(Class<? extends EventHandler<D>> handler) {
        return handler(handler).data();
    }
}
