// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.List;

/**
 * A handler that collects the calls in windows of time. Most calls of a long trace are in no window: the time of all windows is
 * divided into stretches, with a bit for each window, so that such a call costs two loads.
 */
public final class WindowsHandler implements SpanHandler<List<WindowCalls>> {
    private static final int MOST_WINDOWS = Long.SIZE;
    private static final int MOST_STRETCHES = 4096;

    private final HandlerState state = new HandlerState(WindowsHandler.class);
    private final List<TimeWindow> windows;
    private final int mostCalls;
    private final long fromNanos;
    /** Length of a stretch, as a power of two. */
    private final int shift;
    /** By stretch, the windows that it is in, a bit each. */
    private final long[] masks;

    private StringTable names = new StringTable();
    private TrackTable tracks = new TrackTable();
    private List<WindowRows> rows = List.of();
    private List<WindowCalls> result = List.of();

    /**
     * Creates a handler.
     *
     * @param windows at most 64; they may overlap
     * @param mostCalls limit of the calls of a window, at least 1; 80 bytes each
     */
    public WindowsHandler(List<TimeWindow> windows, int mostCalls) {
        if (windows.size() > MOST_WINDOWS || mostCalls < 1) {
            throw new IllegalArgumentException(
                    "windows '" + windows.size() + "' are too many, or calls '" + mostCalls + "' too few");
        }
        this.windows = List.copyOf(windows);
        this.mostCalls = mostCalls;
        this.fromNanos = windows.stream().mapToLong(TimeWindow::fromNanos).min().orElse(0);
        long toNanos = windows.stream().mapToLong(TimeWindow::toNanos).max().orElse(0);
        this.shift = Long.SIZE - Long.numberOfLeadingZeros((toNanos - fromNanos) / MOST_STRETCHES);
        this.masks = new long[(int) ((toNanos - fromNanos) >> shift) + 1];
        for (int i = 0; i < windows.size(); i++) {
            int last = stretch(windows.get(i).toNanos());
            for (int stretch = stretch(windows.get(i).fromNanos()); stretch <= last; stretch++) {
                masks[stretch] |= 1L << i;
            }
        }
    }

    private int stretch(long nanos) {
        return (int) Math.max(0, Math.min(masks.length - 1, (nanos - fromNanos) >> shift));
    }

    @Override
    public void reset() {
        state.reset();
        rows = List.of();
        result = List.of();
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        names = context.names();
        tracks = context.tracks();
        rows = windows.stream().map(window -> new WindowRows(window, mostCalls)).toList();
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public void handleSpan(Span span) {
        long mask = windowsOf(span.startNanos(), span.endNanos());
        while (mask != 0) {
            rows.get(Long.numberOfTrailingZeros(mask)).add(span);
            mask &= mask - 1;
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        for (int i = 0, size = batch.size(); i < size; i++) {
            long startNanos = batch.startNanos(i);
            long endNanos = batch.endNanos(i);
            long mask = windowsOf(startNanos, endNanos);
            while (mask != 0) {
                WindowRows window = rows.get(Long.numberOfTrailingZeros(mask));
                if (window.takesCall(startNanos, endNanos)) {
                    window.add(batch.span(i));
                }
                mask &= mask - 1;
            }
        }
    }

    /** Returns the windows that a span may have a part in, a bit each. */
    private long windowsOf(long startNanos, long endNanos) {
        int last = stretch(endNanos);
        long mask = 0;
        for (int stretch = stretch(startNanos); stretch <= last; stretch++) {
            mask |= masks[stretch];
        }
        return mask;
    }

    @Override
    public void finish() {
        state.finish();
        result = rows.stream().map(window -> window.result(names, tracks)).toList();
        rows = List.of();
    }

    @Override
    public List<WindowCalls> data() {
        state.requireFinished();
        return result;
    }
}
