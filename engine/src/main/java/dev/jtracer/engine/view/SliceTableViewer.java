// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A viewer of several slices as totals per title, the most time first. */
final class SliceTableViewer implements Viewer<Slice> {
    private static final List<String> HEADER = List.of("count", "total", "average", "self", "title");

    @Override
    public Class<Slice> shows() {
        return Slice.class;
    }

    @Override
    public boolean forSeveral() {
        return true;
    }

    @Override
    public String title() {
        return "Slices";
    }

    @Override
    public void text(List<? extends Slice> things, TextLines text) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        totals(things).forEach(total -> rows.add(total.cells()));
        text.table(rows);
    }

    @Override
    public void html(List<? extends Slice> things, Html html) {
        html.open("table").row("th", HEADER);
        for (Total total : totals(things)) {
            html.row("td", total.cells());
        }
        html.close();
    }

    private static List<Total> totals(List<? extends Slice> slices) {
        Map<String, Total> byTitle = new LinkedHashMap<>();
        for (Slice slice : slices) {
            byTitle.computeIfAbsent(slice.title(), Total::new).add(slice);
        }
        List<Total> totals = new ArrayList<>(byTitle.values());
        totals.sort(
                Comparator.comparingLong((Total total) -> total.durationNanos).reversed());
        return totals;
    }

    private static final class Total {
        private final String title;
        private long count;
        private long durationNanos;
        private long selfNanos;

        Total(String title) {
            this.title = title;
        }

        void add(Slice slice) {
            count++;
            durationNanos = sum(durationNanos, slice.durationNanos());
            selfNanos = sum(selfNanos, slice.selfNanos());
        }

        /** Returns the sum of two numbers that are not negative, at most the largest long. */
        private static long sum(long a, long b) {
            long sum = a + b;
            return sum < 0 ? Long.MAX_VALUE : sum;
        }

        List<String> cells() {
            return List.of(
                    Long.toString(count),
                    Facts.nanosText(durationNanos),
                    Facts.nanosText(durationNanos / count),
                    Facts.nanosText(selfNanos),
                    title);
        }
    }
}
