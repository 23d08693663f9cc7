// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.CollectingHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A handler that collects stalls: instants of category {@code jtracer} with the name {@code stall}, whose argument
 * {@code stallNanos} is the delay of the JVM. Keeps at most {@value #MOST}, and counts all.
 */
public final class StallHandler extends CollectingHandler<Stalls> {
    /** Limit of retained stalls. */
    private static final int MOST = 10_000;

    private final List<Stalls.Stall> stalls = new ArrayList<>();
    private long count;
    private long maxNanos;
    private long totalNanos;

    public StallHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (!event.name().equals(TraceWords.STALL) || !event.category().equals(TraceWords.JTRACER)) {
            return;
        }
        long nanos = event.args().longOrZero(TraceWords.STALL_NANOS);
        if (nanos <= 0) {
            return;
        }
        count++;
        maxNanos = Math.max(maxNanos, nanos);
        totalNanos = Saturated.sum(totalNanos, nanos);
        if (stalls.size() < MOST) {
            stalls.add(new Stalls.Stall(event.pid(), event.tsNanos(), nanos));
        }
    }

    @Override
    protected Stalls result() {
        return new Stalls(stalls, count, maxNanos, totalNanos);
    }
}
