// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** A handler that counts the events that a format of calls alone omits. Takes constant memory. */
public final class PointCountsHandler implements EventHandler<PointCounts> {
    private static final Set<Phase> PHASES = phasesBesidesCalls();

    private long points;
    private long samples;
    private long otherKinds;

    private static Set<Phase> phasesBesidesCalls() {
        Set<Phase> phases = EnumSet.copyOf(PointEventsHandler.PHASES);
        phases.removeAll(EnumSet.of(Phase.ASYNC_BEGIN, Phase.DURATION_BEGIN, Phase.COMPLETE));
        return Collections.unmodifiableSet(phases);
    }

    @Override
    public void reset() {
        points = 0;
        samples = 0;
        otherKinds = 0;
    }

    @Override
    public void initialize(HandlerContext context) {}

    @Override
    public Set<Phase> phases() {
        return PHASES;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.phase() == Phase.SAMPLE) {
            samples++;
        } else if (PointEventsHandler.isOmitted(event.phase())) {
            otherKinds++;
        } else {
            points++;
        }
    }

    @Override
    public void finish() {}

    @Override
    public PointCounts data() {
        return new PointCounts(points, samples, otherKinds);
    }
}
