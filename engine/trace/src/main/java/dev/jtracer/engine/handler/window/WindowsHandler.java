// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.List;

/**
 * A handler that collects the calls in windows of time. Most calls of a long trace are in no window: the time of all
 * windows is divided into stretches, with a bit for each window, so that such a call costs two loads.
 */
public final class WindowsHandler extends CollectingHandler<List<WindowCalls>>
        implements SpanHandler<List<WindowCalls>> {
    private static final int MOST_WINDOWS = Long.SIZE;
    private static final int MOST_STRETCHES = 4096;

    private final List<TimeWindow> windows;
    private final boolean needsAll;
    private final long fromNanos;
    /** Length of a stretch, as a power of two. */
    private final int shift;
    /** By stretch, the windows that it is in, a bit each. */
    private final long[] masks;

    private final List<LongestSpans> spans;
    private final RecentPasses passes = new RecentPasses(RecentPasses.DEFAULT_MOST);

    /**
     * @param windows at most 64; they may overlap
     * @param mostCalls limit of the calls of a window, at least 1; 108 bytes each
     * @param needsAll whether the source must pass the calls around the windows too, as for times that go back
     */
    public WindowsHandler(List<TimeWindow> windows, int mostCalls, boolean needsAll) {
        if (windows.size() > MOST_WINDOWS || mostCalls < 1) {
            throw new IllegalArgumentException(
                    "windows '" + windows.size() + "' are too many, or calls '" + mostCalls + "' too few");
        }
        this.windows = List.copyOf(windows);
        this.spans = windows.stream().map(window -> new LongestSpans(mostCalls)).toList();
        this.needsAll = needsAll;
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
    public boolean needs(long fromNanos, long toNanos) {
        return needsAll || windows.stream().anyMatch(window -> window.overlaps(fromNanos, toNanos));
    }

    @Override
    public void handleSpan(Span span) {
        boolean isPass = (span.flags() & SpanFlags.PASS) != 0;
        long mask = windowsOf(span.startNanos(), span.endNanos());
        while (mask != 0) {
            int i = Long.numberOfTrailingZeros(mask);
            if (windows.get(i).overlaps(span.startNanos(), span.endNanos())) {
                if (isPass) {
                    passes.add(span, context().tracks());
                    return;
                }
                spans.get(i).add(span, passes, context().tracks());
            }
            mask &= mask - 1;
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        for (int i = 0, size = batch.size(); i < size; i++) {
            if (windowsOf(batch.startNanos(i), batch.endNanos(i)) != 0) {
                handleSpan(batch.span(i));
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
    protected List<WindowCalls> result() {
        List<WindowCalls> result = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            LongestSpans longest = spans.get(i);
            result.add(LongestSpans.calls(
                    windows.get(i),
                    longest.sorted(passes, context().tracks()),
                    context().names(),
                    !passes.isAnyReplaced(),
                    longest.dropped(),
                    longest.droppedNanos()));
        }
        return result;
    }
}
