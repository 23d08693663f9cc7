// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.path.RandomCalls;
import dev.jtracer.engine.model.TraceProcessor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DensityHandlerTest {
    private static final int MOST_SLICES = 64;
    private static final int THREADS = 3;

    private static Density density(String schedule) {
        return new Schedule(schedule).live(List.of(new DensityHandler())).data(DensityHandler.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void slices_addUpTheTimesForWhichCallsWereOpen(long seed) {
        RandomCalls random = new RandomCalls(seed, 10_000, 5, THREADS);

        Density density =
                random.through(new DensityHandler(MOST_SLICES, THREADS)).data(DensityHandler.class);

        assertThat(Long.bitCount(density.sliceNanos())).as("a power of two").isEqualTo(1);
        assertThat(density.rows()).hasSize(THREADS);
        for (Density.Row row : density.rows()) {
            assertThat(row.kind()).isEqualTo(Density.Kind.THREAD);
            assertThat(row.threads()).isEqualTo(1);
            assertThat(row.slices()).hasSizeBetween(MOST_SLICES / 4, MOST_SLICES);
            for (int i = 0; i < row.slices().size(); i++) {
                long begin = (row.firstSlice() + i) * density.sliceNanos();
                long end = begin + density.sliceNanos();
                long open = 0;
                long ended = 0;
                for (RandomCalls.Call call : random.calls) {
                    if (call.track() == row.track()) {
                        open += Math.max(0, Math.min(end, call.endNanos()) - Math.max(begin, call.startNanos()));
                        ended += call.endNanos() >= begin && call.endNanos() < end ? 1 : 0;
                    }
                }
                assertThat(row.slices().get(i).openNanos()).isEqualTo(open);
                assertThat(row.slices().get(i).calls()).isEqualTo(ended);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, MOST_SLICES, 1024})
    void callsInColumns_giveTheTimesAndCallsOfTheirEvents(int mostSlices) {
        RandomCalls random = new RandomCalls(9, 10_000, 5, 1);

        Density columns =
                random.throughColumns(new DensityHandler(mostSlices, THREADS)).data(DensityHandler.class);
        Density events = random.through(new DensityHandler(mostSlices, THREADS)).data(DensityHandler.class);

        assertThat(withoutBusiest(columns)).isEqualTo(withoutBusiest(events));
    }

    private static Density withoutBusiest(Density density) {
        return new Density(
                density.sliceNanos(),
                density.rows().stream()
                        .map(row -> new Density.Row(
                                row.kind(),
                                row.track(),
                                row.level(),
                                row.threads(),
                                row.firstSlice(),
                                row.slices().stream()
                                        .map(slice -> new Density.Slice(slice.openNanos(), slice.calls(), ""))
                                        .toList()))
                        .toList());
    }

    /** With few slices most batches are in one of them, with many in several. */
    @ParameterizedTest
    @ValueSource(ints = {2, 8, MOST_SLICES})
    void busiestOfCallsInColumns_hasMoreThanHalfOfTheSelfTime(int mostSlices) {
        RandomCalls random = new RandomCalls(9, 10_000, 2, 1);

        Density density =
                random.throughColumns(new DensityHandler(mostSlices, THREADS)).data(DensityHandler.class);

        int certain = 0;
        for (Density.Row row : density.rows()) {
            for (int i = 0; i < row.slices().size(); i++) {
                Map<String, Double> selves = selfTimes(random, row, i, density.sliceNanos());
                double sum = selves.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum();
                for (Map.Entry<String, Double> self : selves.entrySet()) {
                    if (self.getValue() > sum * 0.52) { // calls in several slices are rounded
                        assertThat(row.slices().get(i).busiest()).isEqualTo(self.getKey());
                        certain++;
                    }
                }
            }
        }
        assertThat(certain).isPositive();
    }

    /** Returns the self times in a slice by name; a call has its self time in proportion to its parts. */
    private static Map<String, Double> selfTimes(RandomCalls random, Density.Row row, int slice, long sliceNanos) {
        long begin = (row.firstSlice() + slice) * sliceNanos;
        Map<String, Double> selves = new HashMap<>();
        for (RandomCalls.Call call : random.calls) {
            long part = Math.min(begin + sliceNanos, call.endNanos()) - Math.max(begin, call.startNanos());
            if (call.track() == row.track() && part > 0) {
                selves.merge(call.name(), (double) call.selfNanos() * part / call.nanos(), Double::sum);
            }
        }
        return selves;
    }

    @Test
    void busiest_isTheMethodWithMostOfTheSelfTime() {
        Density density = density("""
                FNI main 0 main
                FNI main 1 query
                FNR main 9 query
                FNR main 10 main
                """);

        assertThat(busiest(density)).containsOnly("query", "main");
        Density.Row row = density.rows().get(0);
        long middle = 5_000 / density.sliceNanos() - row.firstSlice();
        assertThat(row.slices().get((int) middle).busiest()).isEqualTo("query");
    }

    private static List<String> busiest(Density density) {
        return density.rows().get(0).slices().stream()
                .map(Density.Slice::busiest)
                .toList();
    }

    @Test
    void sliceWithoutCalls_hasNoBusiest() {
        Density density = density("""
                FNI main 0 first
                FNR main 1 first
                FNI main 99 last
                FNR main 100 last
                """);

        assertThat(density.rows().get(0).slices()).contains(new Density.Slice(0, 0, ""));
        assertThat(busiest(density)).containsOnly("first", "", "last");
    }

    @Test
    void passes_areNotCounted() {
        Density density = density("""
                FNI main 0 find
                PASS main 1 find[1] #1
                FNR main 2 find
                """);

        assertThat(density.rows().get(0).slices().stream()
                        .mapToLong(Density.Slice::calls)
                        .sum())
                .isEqualTo(1);
    }

    @Test
    void threadsBeyondTheLimit_shareARow() {
        RandomCalls random = new RandomCalls(4, 2_000, 5, 5);

        Density density = random.through(new DensityHandler(MOST_SLICES, 2)).data(DensityHandler.class);

        assertThat(density.rows())
                .extracting(Density.Row::kind, Density.Row::threads)
                .containsExactly(
                        tuple(Density.Kind.THREAD, 1),
                        tuple(Density.Kind.THREAD, 1),
                        tuple(Density.Kind.OTHER_THREADS, 3));
        long calls = density.rows().stream()
                .flatMap(row -> row.slices().stream())
                .mapToLong(Density.Slice::calls)
                .sum();
        assertThat(calls).isEqualTo(random.calls.size());
    }

    @Test
    void virtualThreads_shareARow() {
        StringTable names = new StringTable();
        TrackTable tracks = new TrackTable();
        int name = names.add("work");
        TraceProcessor processor = new TraceProcessor(List.of(new DensityHandler(MOST_SLICES, 1)));
        processor.start(names, tracks);
        TraceEvent event = new TraceEvent(names, tracks);
        for (int thread = 1; thread <= 4; thread++) {
            int track = tracks.thread(Track.Kind.VIRTUAL_THREAD, 1, thread);
            processor.handle(event.set(Phase.ASYNC_BEGIN, thread * 10L, name, track, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_END, thread * 10L + 5, name, track, SpanFlags.NONE));
        }

        Density density = processor.finish().data(DensityHandler.class);

        assertThat(density.rows()).hasSize(1);
        assertThat(density.rows().get(0).kind()).isEqualTo(Density.Kind.VIRTUAL_THREADS);
        assertThat(density.rows().get(0).threads()).isEqualTo(4);
    }

    @Test
    void tooLowLimits_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new DensityHandler(1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new DensityHandler(2, -1));
    }
}
