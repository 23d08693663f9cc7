// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.pairing.Span;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A handler that collects the facts for choosing a window of a trace, and an overview. Memory does not depend on the trace's length.
 */
public final class SurveyHandler implements SpanHandler<Survey> {
    private static final Set<Phase> WITH_TIME =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Phase.METADATA, Phase.CLOCK_SYNC)));

    private final HandlerState state = new HandlerState(SurveyHandler.class);
    private final int mostOutermost;
    private HandlerContext context = HandlerContext.NONE;
    private SlowestCalls slowest;
    private Activity activity = new Activity();
    private final BitSet tracks = new BitSet();
    private long originNanos;
    private long firstNanos;
    private long lastNanos;
    private long calls;
    private long runs;
    private Survey result = Survey.EMPTY;

    /**
     * Creates a handler.
     *
     * @param mostOutermost outermost calls to keep, the slowest
     */
    public SurveyHandler(int mostOutermost) {
        this.mostOutermost = mostOutermost;
        this.slowest = new SlowestCalls(mostOutermost);
    }

    @Override
    public void reset() {
        state.reset();
        context = HandlerContext.NONE;
        slowest = new SlowestCalls(mostOutermost);
        activity = new Activity();
        tracks.clear();
        calls = 0;
        runs = 0;
        result = Survey.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        this.context = context;
        originNanos = Long.MAX_VALUE;
        firstNanos = Long.MAX_VALUE;
        lastNanos = Long.MIN_VALUE;
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public Set<Phase> phases() {
        return WITH_TIME;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        originNanos = Math.min(originNanos, event.tsNanos());
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASSING) != 0) {
            return;
        }
        if ((span.flags() & SpanFlags.CALLBACK) == 0) {
            calls++;
        } else {
            runs++;
        }
        long start = span.startNanos();
        long end = Math.max(start, span.endNanos());
        slowest.add(span);
        if (!tracks.get(span.track())) {
            tracks.set(span.track());
            if (context.tracks().get(span.track()).kind() == Track.Kind.VIRTUAL_THREAD) {
                activity.share(span.track());
            }
        }
        if (span.depth() == 0) {
            firstNanos = Math.min(firstNanos, start);
            lastNanos = Math.max(lastNanos, end);
        }
        if (span.depth() < Overview.LEVELS) {
            activity.add(span.track(), span.depth(), span.nameIndex(), start, end);
        }
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(MetaHandler.class);
    }

    @Override
    public void finish() {
        state.finish();
        if (calls + runs > 0) {
            Meta meta = context.dataOf(MetaHandler.class);
            result = new Survey(
                    meta.recordingName(),
                    meta.isOfTracer() ? 0 : originNanos,
                    firstNanos,
                    lastNanos,
                    calls,
                    runs,
                    tracks.cardinality(),
                    activity.overview(context.names()::get),
                    slowest.outermost(context.names()::get),
                    slowest.slowest(lastNanos - firstNanos, context.names()::get));
        }
        activity = new Activity();
    }

    @Override
    public Survey data() {
        state.requireFinished();
        return result;
    }
}
