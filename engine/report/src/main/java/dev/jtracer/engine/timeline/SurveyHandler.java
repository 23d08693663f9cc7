// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.density.DensityHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.path.CallPaths;
import dev.jtracer.engine.handler.path.CallPathsHandler;
import dev.jtracer.engine.handler.path.ThreadLoads;
import dev.jtracer.engine.handler.path.ThreadLoadsHandler;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that collects the facts for choosing a window of a trace. Memory does not depend on the trace's length.
 * The overview is that of the {@link DensityHandler} beside it.
 */
public final class SurveyHandler extends CollectingHandler<Survey>
        implements SpanHandler<Survey>, CallRecordHandler<Survey> {
    private final boolean withRoots;
    private final SlowestCalls slowest = new SlowestCalls();
    private final BitSet tracks = new BitSet();
    private long originNanos = Long.MAX_VALUE;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private long calls;
    private long runs;

    /**
     * @param withRoots whether the survey has the root calls of the {@link CallPathsHandler} beside it
     */
    public SurveyHandler(boolean withRoots) {
        this.withRoots = withRoots;
    }

    @Override
    public Set<Phase> phases() {
        return EnumSet.complementOf(EnumSet.of(Phase.METADATA, Phase.CLOCK_SYNC)); // these have no time
    }

    @Override
    public void handleEvent(TraceEvent event) {
        originNanos = Math.min(originNanos, event.tsNanos());
    }

    @Override
    public void handleCalls(CallRecords records) {
        originNanos = Math.min(originNanos, records.firstNanos());
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        calls += batch.size();
        tracks.set(batch.track());
        for (int i = 0; i < batch.size(); i++) {
            if (batch.depth(i) == 0 || slowest.isLonger(batch.durNanos(i))) {
                compare(batch.span(i));
            }
        }
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASS) != 0) {
            return;
        }
        if ((span.flags() & SpanFlags.CALLBACK) == 0) {
            calls++;
        } else {
            runs++;
        }
        tracks.set(span.track());
        compare(span);
    }

    private void compare(Span span) {
        slowest.add(span);
        if (span.depth() == 0) {
            firstNanos = Math.min(firstNanos, span.startNanos());
            lastNanos = Math.max(lastNanos, Math.max(span.startNanos(), span.endNanos()));
        }
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return withRoots
                ? Set.of(MetaHandler.class, DensityHandler.class, CallPathsHandler.class, ThreadLoadsHandler.class)
                : Set.of(MetaHandler.class, DensityHandler.class);
    }

    @Override
    protected Survey result() {
        if (calls + runs == 0) {
            return Survey.EMPTY;
        }
        Meta meta = context().dataOf(MetaHandler.class);
        return new Survey(
                meta.recordingName(),
                meta.isOfTracer() ? 0 : originNanos,
                firstNanos,
                lastNanos,
                calls,
                runs,
                tracks.cardinality(),
                context().dataOf(DensityHandler.class),
                withRoots ? roots() : List.of(),
                true,
                slowest.slowest(lastNanos - firstNanos));
    }

    private List<FoundCall> roots() {
        CallPaths paths = context().dataOf(CallPathsHandler.class);
        ThreadLoads loads = context().dataOf(ThreadLoadsHandler.class);
        return paths.ranked(loads, track -> context().tracks().get(track).pid()).slowest().stream()
                .map(call -> new FoundCall(
                        call.track(), call.name(), call.startNanos(), call.startNanos() + call.durationNanos()))
                .toList();
    }

    /**
     * The slowest call of each power of two of nanoseconds while a trace is read, from which the slowest below a
     * limit is found that is known only at the end.
     */
    private final class SlowestCalls {
        private final @Nullable FoundCall[] rootsByMagnitude = new FoundCall[Long.SIZE];
        private final @Nullable FoundCall[] byMagnitude = new FoundCall[Long.SIZE];
        private final long[] nanos = new long[Long.SIZE];

        /** Returns whether no call of a duration's magnitude is longer; nearly always one is. */
        boolean isLonger(long length) {
            int magnitude = magnitude(length);
            return byMagnitude[magnitude] == null || length > nanos[magnitude];
        }

        private static int magnitude(long length) {
            return Long.SIZE - 1 - Long.numberOfLeadingZeros(length | 1);
        }

        void add(Span span) {
            long length = Math.max(0, span.endNanos() - span.startNanos());
            int magnitude = magnitude(length);
            if (isLonger(length)) {
                nanos[magnitude] = length;
                byMagnitude[magnitude] = call(span);
            }
            if (span.depth() == 0) {
                FoundCall longest = rootsByMagnitude[magnitude];
                if (longest == null || length > longest.durationNanos()) {
                    rootsByMagnitude[magnitude] = call(span);
                }
            }
        }

        private FoundCall call(Span span) {
            long end = Math.max(span.startNanos(), span.endNanos());
            return new FoundCall(span.track(), context().names().get(span.nameIndex()), span.startNanos(), end);
        }

        /**
         * Returns the slowest call that is not most of the trace: a root call that takes at most half of it, or
         * another that takes at most a tenth.
         *
         * @return null if there is none
         */
        @Nullable
        FoundCall slowest(long traceNanos) {
            FoundCall outer = longest(rootsByMagnitude, traceNanos / 2);
            FoundCall any = longest(byMagnitude, traceNanos / 10);
            return outer == null || any != null && any.durationNanos() > outer.durationNanos() ? any : outer;
        }

        private static @Nullable FoundCall longest(@Nullable FoundCall[] byMagnitude, long mostNanos) {
            for (int i = byMagnitude.length - 1; i >= 0; i--) {
                FoundCall call = byMagnitude[i];
                if (call != null && call.durationNanos() <= mostNanos) {
                    return call;
                }
            }
            return null;
        }
    }
}
