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
 * A handler that collects lags: instants of category {@code jtracer} with the name {@code lag}, whose argument {@code
 * lagNanos} is the delay of the JVM. Keeps at most {@value #MOST}, and counts all.
 */
public final class LagHandler extends CollectingHandler<Lags> {
    /** Limit of lags kept. */
    private static final int MOST = 10_000;

    private final List<Lags.Lag> lags = new ArrayList<>();
    private long count;
    private long maxNanos;
    private long totalNanos;

    /** Creates a handler. */
    public LagHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        long nanos = lagNanos(event);
        if (nanos <= 0) {
            return;
        }
        count++;
        maxNanos = Math.max(maxNanos, nanos);
        totalNanos = Saturated.sum(totalNanos, nanos);
        if (lags.size() < MOST) {
            lags.add(new Lags.Lag(event.tsNanos(), nanos));
        }
    }

    /** Returns the lag that an instant reports; 0 or less if it reports none. */
    static long lagNanos(TraceEvent instant) {
        if (!instant.name().equals(TraceWords.LAG) || !instant.category().equals(TraceWords.JTRACER)) {
            return 0;
        }
        Number number = instant.args().number(TraceWords.LAG_NANOS);
        return number == null ? 0 : number.longValue();
    }

    @Override
    protected Lags result() {
        return new Lags(lags, count, maxNanos, totalNanos);
    }
}
