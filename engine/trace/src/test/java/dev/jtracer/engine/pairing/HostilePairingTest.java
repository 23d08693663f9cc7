// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Unmatched, negative, overlapping and disordered events, and very many of them: counted per kind, and no hang. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class HostilePairingTest {
    private static final int MANY = 1_000_000;

    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();
    private final TraceEvent event = new TraceEvent(names, tracks);
    private long spans;
    private long finished;
    private long totalSelf;
    private final SpanPairing pairing = new SpanPairing(span -> {
        assertThatIsSane(span);
        spans++;
        finished += span.unfinished() ? 0 : 1;
        totalSelf += span.selfNanos();
    });

    HostilePairingTest() {
        for (int i = 0; i < 50; i++) {
            tracks.addThread(Track.Kind.THREAD, 1, i, "thread " + i);
        }
    }

    // No AssertJ here: it would take longer than all else for millions of spans.
    private static void assertThatIsSane(Span span) {
        long duration = span.endNanos() - span.startNanos();
        if (duration < 0 || span.selfNanos() < 0 || span.selfNanos() > duration || span.depth() < 0) {
            throw new AssertionError(duration + " " + span.selfNanos() + " " + span.depth());
        }
    }

    private void accept(Phase phase, long nanos, int name, int track) {
        pairing.accept(event.set(phase, nanos, name, track, SpanFlags.NONE));
    }

    @Test
    void unmatchedEnds_areCounted() {
        for (int i = 0; i < MANY; i++) {
            accept(i % 2 == 0 ? Phase.ASYNC_END : Phase.DURATION_END, i, i % 7, 0);
        }
        pairing.finish();

        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(MANY);
        assertThat(spans).isZero();
    }

    @Test
    void oneMillionLevels_areASpanEach() {
        for (int i = 0; i < MANY; i++) {
            accept(Phase.ASYNC_BEGIN, i, i % 3, 0);
        }
        for (int i = 0; i < MANY; i++) {
            accept(Phase.ASYNC_END, MANY + i, (MANY - 1 - i) % 3, 0);
        }
        pairing.finish();

        assertThat(finished).isEqualTo(MANY);
        assertThat(totalSelf).isEqualTo(2L * MANY - 1);
    }

    @Test
    void endsOfUnknownNamesOnOneMillionLevels_doNotHang() {
        for (int i = 0; i < MANY; i++) {
            accept(Phase.ASYNC_BEGIN, i, i % 3, 0);
        }
        for (int i = 0; i < MANY; i++) {
            accept(Phase.ASYNC_END, MANY + i, 10 + i, 0);
        }
        pairing.finish();

        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(MANY);
        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(MANY);
    }

    @Test
    void endsOfUnknownNamesOnOneMillionLevelsOfAThread_doNotHang() {
        for (int i = 0; i < MANY; i++) {
            accept(Phase.DURATION_BEGIN, i, i % 3, 0);
        }
        for (int i = 0; i < MANY; i++) {
            accept(Phase.DURATION_END, MANY, 10 + i, 0);
        }
        pairing.finish();

        assertThat(spans).isEqualTo(MANY);
        assertThat(pairing.counts().count(PairingProblem.MISMATCHED_NAME)
                        + pairing.counts().count(PairingProblem.UNMATCHED_END))
                .isGreaterThan(0);
    }

    @Test
    void moreLevelsThanCanBeKept_areCountedAndTheRestIsRight() {
        int levels = (1 << 20) + 1000;
        for (int i = 0; i < levels; i++) {
            accept(Phase.ASYNC_BEGIN, i, 1, 0);
        }
        for (int i = 0; i < levels; i++) {
            accept(Phase.ASYNC_END, levels + i, 1, 0);
        }
        pairing.finish();

        assertThat(pairing.counts().count(PairingProblem.TOO_MANY_OPEN)).isEqualTo(1000);
        assertThat(finished).isEqualTo(1 << 20);
        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_END)).isZero();
    }

    @Test
    void threeMillionBeginsOfOneIdOnTheSharedTrack_takeBoundedMemory() {
        TrackTable few = new TrackTable(1);
        few.thread(1, 1);
        StringTable symbols = new StringTable();
        symbols.add("");
        int shared = few.async(false, 1, 1, symbols, 0, 0, 0);
        assertThat(few.isOther(shared)).isTrue();
        for (Phase phase : List.of(Phase.ASYNC_BEGIN, Phase.DURATION_BEGIN)) {
            SpanPairing bounded = new SpanPairing(span -> spans++);
            TraceEvent begin = new TraceEvent(names, few);
            int i = 0;
            for (; i < MANY * 11 / 10; i++) {
                bounded.accept(begin.set(phase, i, 1, shared, SpanFlags.NONE));
            }
            long before = allocatedBytes();
            for (; i < 3 * MANY; i++) {
                bounded.accept(begin.set(phase, i, 1, shared, SpanFlags.NONE));
            }

            assertThat(allocatedBytes() - before).isLessThan(100_000);
            assertThat(bounded.counts().count(PairingProblem.TOO_MANY_OPEN)).isEqualTo(3 * MANY - (1 << 20));
            bounded.finish();
        }
        assertThat(spans).isEqualTo(2L << 20);
    }

    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void oneMillionIdsLeftOpen_areCounted() {
        for (int i = 0; i < MANY; i++) {
            accept(Phase.ASYNC_BEGIN, i, 1, i);
        }
        pairing.finish();

        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(MANY);
        assertThat(spans).isEqualTo(MANY);
    }

    @Test
    void outOfOrder_isCountedAndGivesNoNegativeTime() {
        Random random = new Random(11);
        for (int i = 0; i < MANY; i++) {
            Phase phase = random.nextBoolean() ? Phase.ASYNC_BEGIN : Phase.ASYNC_END;
            accept(phase, random.nextLong() >> 2, random.nextInt(20), random.nextInt(50));
        }
        pairing.finish();

        assertThat(pairing.counts().count(PairingProblem.OUT_OF_ORDER)).isPositive();
        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_END)).isPositive();
        assertThat(spans).isPositive();
    }

    @Test
    void negative_durationsOfThreadsAreCountedAndHaveNoLength() {
        Random random = new Random(12);
        for (int i = 0; i < MANY / 5; i++) {
            Phase phase = random.nextBoolean() ? Phase.DURATION_BEGIN : Phase.DURATION_END;
            accept(phase, random.nextLong() >> 2, random.nextInt(20), random.nextInt(50));
        }
        pairing.finish();

        assertThat(pairing.counts().count(PairingProblem.NEGATIVE_DURATION)).isPositive();
        assertThat(spans).isPositive();
    }

    @Test
    void overlapping_spansInPortionsAreCountedAndAllReported() {
        Random random = new Random(13);
        PairingProblems problems = new PairingProblems();
        Span view = new Span();
        ThreadSlices slices = new ThreadSlices(
                span -> {
                    assertThatIsSane(span);
                    spans++;
                },
                PairingOptions.TOTALS,
                problems,
                view,
                1 << 14);
        for (int i = 0; i < MANY / 5; i++) {
            view.track = i % 10;
            view.startNanos = random.nextInt(1_000_000);
            view.endNanos = view.startNanos + random.nextInt(1000);
            slices.advance(view.track, view.endNanos);
            slices.add(view);
        }
        slices.finish();

        assertThat(spans).isEqualTo(MANY / 5);
        assertThat(problems.counts().count(PairingProblem.OVERLAP)).isPositive();
        assertThat(problems.counts().count(PairingProblem.LOOSELY_NESTED)).isPositive();
    }
}
