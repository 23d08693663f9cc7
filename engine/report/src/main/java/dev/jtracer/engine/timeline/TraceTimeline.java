// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.density.DensityHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.path.CallPathsHandler;
import dev.jtracer.engine.handler.path.ThreadLoadsHandler;
import dev.jtracer.engine.handler.request.RequestsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.PairingProblem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The two readings of a trace that make a timeline of it: a survey, from which a window is chosen, and the window's
 * timeline. Neither needs memory for the trace's length.
 */
public final class TraceTimeline {
    private static final int MOST_PATHS = 10_000;

    private TraceTimeline() {}

    /**
     * Reads a trace for the first time.
     *
     * @param mostRoots root calls to keep, the slowest, as a report numbers them; 0 for none, which is faster
     */
    public static Survey survey(TraceSource source, int mostRoots) throws IOException {
        List<EventHandler<?>> handlers = new ArrayList<>(
                List.of(new MetaHandler(), DensityHandler.byLevel(Survey.LEVELS), new SurveyHandler(mostRoots > 0)));
        if (mostRoots > 0) {
            handlers.addAll(List.of(
                    new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler(MOST_PATHS, mostRoots)));
        }
        ParsedTrace trace = new TraceProcessor(handlers).parse(source);
        Survey survey = trace.data(SurveyHandler.class);
        return trace.pairing().count(PairingProblem.OUT_OF_ORDER) == 0 ? survey : survey.outOfOrder();
    }

    /**
     * Reads a trace for the second time: of a recording what the window needs, or all of it if times go back, because
     * the time of a call then depends on those before it.
     *
     * @param threads accepts the names of the threads that get a row
     */
    public static Timeline timeline(
            TraceSource source, Survey survey, TimelineWindow window, TimelineLimits limits, Predicate<String> threads)
            throws IOException {
        MetaHandler meta = survey.inOrder() ? MetaHandler.withoutTimes() : new MetaHandler();
        return new TraceProcessor(List.of(meta, new TimelineHandler(window, limits, threads)))
                .parse(source)
                .data(TimelineHandler.class);
    }
}
