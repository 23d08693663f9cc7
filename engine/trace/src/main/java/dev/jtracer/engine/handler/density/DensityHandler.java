// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.density;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A handler that measures the density of calls, for each thread in slices of time. The slices double their length as
 * the trace grows, so that their number stays limited:
 *
 * <pre>
 *   slices of 1 us   | 2 | 0 | 1 | 5 |           a span that ends at 7 us does not fit into four slices:
 *   slices of 2 us   |   2   |   6   | 0 | 1 |   slices are joined, then it is added
 * </pre>
 *
 * Virtual threads share a row, as do the threads beyond a limit.
 */
public final class DensityHandler extends CollectingHandler<Density> implements SpanHandler<Density> {
    private static final int DEFAULT_MOST_SLICES = 1024;
    private static final int DEFAULT_MOST_ROWS = 1000;
    private static final int MOST_ROWS_BY_LEVEL = 200;
    /** Length of the first slices, 1.024 us, as a power of two. */
    private static final int FIRST_SHIFT = 10;

    private static final int ALL_LEVELS = 0;

    private final int mostSlices;
    private final int mostRows;
    private final int levels;
    private List<SliceRow> rows = new ArrayList<>();
    private ByIndex<SliceRow> byTrack = new ByIndex<>(this::newRow);
    private final Map<Density.Kind, SliceRow> shared = new EnumMap<>(Density.Kind.class);
    private final SelfTimes selfTimes = new SelfTimes();
    private int shift;
    private long firstSlice;
    private long lastSlice;

    /** Creates a handler that retains 1,024 slices of each of 1,000 threads: at most 30 MB, and 40 MB of results. */
    public DensityHandler() {
        this(DEFAULT_MOST_SLICES, DEFAULT_MOST_ROWS);
    }

    /**
     * @param mostSlices limit of the slices of a thread, at least 2
     * @param mostRows limit of the threads with a row of their own
     */
    public DensityHandler(int mostSlices, int mostRows) {
        this(mostSlices, mostRows, ALL_LEVELS, FIRST_SHIFT);
    }

    private DensityHandler(int mostSlices, int mostRows, int levels, int firstShift) {
        if (mostSlices < 2 || mostRows < 0) {
            throw new IllegalArgumentException(
                    "a limit is too low: slices '" + mostSlices + "', rows '" + mostRows + "'");
        }
        this.mostSlices = mostSlices;
        this.mostRows = mostRows;
        this.levels = levels;
        this.shift = firstShift;
    }

    /**
     * Returns a handler that measures each of the outer levels by itself, of 200 threads: at most 6 MB a level. A
     * level's busiest method is the one with the greatest part of the time, inner calls included.
     */
    public static DensityHandler byLevel(int levels) {
        return new DensityHandler(DEFAULT_MOST_SLICES, MOST_ROWS_BY_LEVEL, levels, 0);
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASS) != 0 || levels != ALL_LEVELS && span.depth() >= levels) {
            return;
        }
        long startNanos = span.startNanos();
        long endNanos = Math.max(startNanos, span.endNanos());
        fit(startNanos, endNanos);
        SliceRow row = byTrack.made(span.track());
        long weight = span.selfNanos();
        if (levels != ALL_LEVELS) {
            row = row.level(span.depth());
            weight = endNanos - startNanos;
        }
        row.cover(startNanos >> shift, endNanos >> shift);
        add(row, startNanos, endNanos, weight, span.nameIndex());
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        if (levels != ALL_LEVELS) {
            for (int i = 0, size = batch.leastDepth() < levels ? batch.size() : 0; i < size; i++) {
                if (batch.depth(i) < levels) {
                    handleSpan(batch.span(i));
                }
            }
            return;
        }
        long firstNanos = batch.firstNanos();
        long lastNanos = batch.lastNanos();
        fit(firstNanos, lastNanos);
        SliceRow row = byTrack.made(batch.track());
        row.cover(firstNanos >> shift, lastNanos >> shift);
        if (firstNanos >> shift == lastNanos >> shift) {
            // Nearly always, once the slices are long: a loop over two columns, and another over two.
            selfTimes.addAll(batch);
            row.addAll(firstNanos >> shift, batch.totalNanos(), batch.size(), selfTimes);
            return;
        }
        for (int i = 0, size = batch.size(); i < size; i++) {
            add(row, batch.startNanos(i), batch.endNanos(i), batch.selfNanos(i), batch.nameIndex(i));
        }
    }

    /** Adds a span, which counts with its weight when the busiest method of a slice is found. */
    private void add(SliceRow row, long startNanos, long endNanos, long weight, int nameIndex) {
        long from = startNanos >> shift;
        long to = endNanos >> shift;
        if (from == to) {
            row.add(from, endNanos - startNanos, weight, nameIndex);
        } else {
            spread(row, startNanos, endNanos, weight, nameIndex);
        }
        row.countCall(to);
    }

    /** Adds a span to several slices, its weight in proportion. */
    private void spread(SliceRow row, long startNanos, long endNanos, long weight, int nameIndex) {
        double weightPart = (double) weight / (endNanos - startNanos);
        for (long slice = startNanos >> shift; slice <= endNanos >> shift; slice++) {
            long begin = Math.max(startNanos, slice << shift);
            long end = Math.min(endNanos, (slice + 1) << shift);
            row.add(slice, end - begin, Math.round(weightPart * (end - begin)), nameIndex);
        }
    }

    /** Lengthens the slices until the time of all spans so far has few enough. */
    private void fit(long startNanos, long endNanos) {
        long first = startNanos >> shift;
        long last = endNanos >> shift;
        if (!rows.isEmpty()) {
            if (first >= firstSlice && last <= lastSlice) {
                return;
            }
            first = Math.min(first, firstSlice);
            last = Math.max(last, lastSlice);
        }
        while (last - first >= mostSlices) {
            rows.forEach(SliceRow::halve);
            shift++;
            first >>= 1;
            last >>= 1;
        }
        firstSlice = first;
        lastSlice = last;
    }

    private SliceRow newRow(int track) {
        SliceRow row = rowOf(track);
        row.threads++;
        return row;
    }

    private SliceRow rowOf(int track) {
        boolean isVirtual = context().tracks().get(track).kind() == Track.Kind.VIRTUAL_THREAD;
        if (!isVirtual && rows.size() < mostRows) {
            return added(new SliceRow(Density.Kind.THREAD, track));
        }
        Density.Kind kind = isVirtual ? Density.Kind.VIRTUAL_THREADS : Density.Kind.OTHER_THREADS;
        return shared.computeIfAbsent(kind, added -> added(new SliceRow(kind, track)));
    }

    private SliceRow added(SliceRow row) {
        rows.add(row);
        return row;
    }

    @Override
    protected Density result() {
        List<Density.Row> result = new ArrayList<>();
        rows.forEach(row -> row.addRows(result, context().names()));
        // The handler may live longer than its rows are needed.
        rows = new ArrayList<>();
        byTrack = new ByIndex<>(this::newRow);
        shared.clear();
        return new Density(1L << shift, result);
    }
}
