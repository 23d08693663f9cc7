// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.Longest;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import java.util.Set;

/** A handler that keeps the callbacks that waited longest, from the call that received them to their first run. */
public final class SlowHandOffsHandler implements SpanHandler<SlowHandOffs> {
    private static final int DEFAULT_MOST = 20;

    private final HandlerState state = new HandlerState(SlowHandOffsHandler.class);
    private final int most;
    private StringTable names = new StringTable();
    private FunctionsHandler functions = new FunctionsHandler();
    private PassingTracker passings = functions.passings();
    private Longest<SlowHandOff> slowest;
    private SlowHandOffs result = SlowHandOffs.EMPTY;

    /** Creates a handler that keeps twenty callbacks. */
    public SlowHandOffsHandler() {
        this(DEFAULT_MOST);
    }

    /** Creates a handler that keeps {@code most} callbacks. */
    public SlowHandOffsHandler(int most) {
        this.most = most;
        this.slowest = new Longest<>(most);
    }

    @Override
    public void reset() {
        state.reset();
        functions = new FunctionsHandler();
        passings = functions.passings();
        slowest = new Longest<>(most);
        result = SlowHandOffs.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        names = context.names();
        functions = context.handler(FunctionsHandler.class);
        passings = functions.passings();
    }

    @Override
    public boolean takesCalls() {
        return false;
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.CALLBACK) == 0 || span.unfinished() || span.bindId() == 0) {
            return;
        }
        int passing = passings.latest();
        // Later runs of a callback did not wait: something else caused them.
        if (passing == PassingTable.NONE || !passings.passed(passing) || passings.runs(passing) != 1) {
            return;
        }
        SlowHandOff handOff = new SlowHandOff(
                names.get(passings.nameIndex(passing)),
                passings.track(passing),
                passings.passedNanos(passing),
                span.track(),
                span.startNanos(),
                span.endNanos(),
                (span.flags() & SpanFlags.AMBIGUOUS) != 0);
        if (slowest.takes(handOff.waitNanos(), handOff.passedNanos())) {
            slowest.add(handOff.waitNanos(), handOff.passedNanos(), handOff);
        }
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(FunctionsHandler.class);
    }

    @Override
    public void finish() {
        state.finish();
        functions.requireFinished();
        result = new SlowHandOffs(slowest.sorted());
    }

    @Override
    public SlowHandOffs data() {
        state.requireFinished();
        return result;
    }
}
