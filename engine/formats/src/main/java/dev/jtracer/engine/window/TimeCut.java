// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ForwardingSource;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import java.io.IOException;
import java.util.List;

/**
 * The part of a trace that lies in a window of time, as a trace of its own. Times stay those of the whole trace.
 * Calls that reach over a border of the window are cut there and flagged {@code CONTINUED}; see
 * {@link dev.jtracer.engine.event.SpanFlags}.
 */
public final class TimeCut extends ForwardingSource {
    private final CutWindow window;
    private CutCounts counts = new CutCounts(0, 0, 0, 0, 0, true);
    private long latestNanos = Long.MIN_VALUE;

    /** Creates the part of a trace that has not been read. */
    public TimeCut(TraceSource source, CutWindow window) {
        super(source);
        this.window = window;
    }

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        WindowCutter cutter = new WindowCutter(this, List.of(window), 0, 0, (event, number) -> consumer.accept(event));
        ImportReport whole = original().read(cutter.until(consumer::isDone));
        cutter.finish();
        counts = cutter.counts();
        latestNanos = cutter.latestNanos();
        return new ImportReport(
                cutter.delivered(0),
                whole.truncated(),
                whole.metadata(),
                whole.problems(),
                whole.examples(),
                whole.unreadSections(),
                whole.sources());
    }

    /** Returns what the cut changed, after {@link #read}. */
    public CutCounts counts() {
        return counts;
    }

    /** Returns the latest time of the whole trace, after {@link #read}; {@link Long#MIN_VALUE} if it is empty. */
    public long latestNanos() {
        return latestNanos;
    }
}
