// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.handler.path.RandomCalls;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongestCallsHandlerTest {
    private static final int MANY = 100_000;

    private static long end(RandomCalls random) {
        return random.calls.stream().mapToLong(RandomCalls.Call::endNanos).max().orElseThrow();
    }

    private static WindowCalls collected(RandomCalls random, TimeWindow window, int most) {
        return random.through(new WindowsHandler(List.of(window), most, false))
                .data(WindowsHandler.class)
                .get(0);
    }

    private static LongestCalls longest(RandomCalls random, int most) {
        return random.through(new LongestCallsHandler(most, 16)).data(LongestCallsHandler.class);
    }

    @Test
    void ofFewCalls_eachWindowHasWhatACollectedOneHas() {
        RandomCalls random = new RandomCalls(1, 10_000, 7, 3);
        LongestCalls longest = longest(random, MANY);

        for (long divisor = 1; divisor < 100_000; divisor *= 7) {
            TimeWindow window = new TimeWindow(end(random) / 3, end(random) / 3 + end(random) / divisor);

            assertThat(longest.in(window, MANY)).contains(collected(random, window, MANY));
            assertThat(longest.in(window, 10)).contains(collected(random, window, 10));
        }
    }

    @Test
    void wholeTrace_hasTheLongestCallsOfACollectedWindow() {
        RandomCalls random = new RandomCalls(2, 10_000, 7, 3);
        TimeWindow whole = new TimeWindow(0, end(random));

        WindowCalls found = longest(random, 300).in(whole, 200).orElseThrow();

        WindowCalls collected = collected(random, whole, 200);
        assertThat(LongStream.of(nanos(found)).sorted())
                .containsExactlyElementsOf(
                        LongStream.of(nanos(collected)).sorted().boxed().toList());
        assertThat(found.dropped()).isEqualTo(WindowCalls.NOT_COUNTED);
        assertThat(found.droppedNanos()).isEqualTo(collected.droppedNanos());
    }

    private static long[] nanos(WindowCalls window) {
        return window.calls().stream()
                .mapToLong(call -> call.endNanos() - call.startNanos())
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {20_000, 25_000})
    void windowOfLongCalls_hasEachCallThatIsNotDroppedByItsLength(int most) {
        RandomCalls random = new RandomCalls(3, 60_000, 7, 2);
        LongestCalls longest = longest(random, most);
        int given = 0;
        for (long divisor = 1; divisor < 1000; divisor *= 3) {
            TimeWindow window = new TimeWindow(end(random) / 2, end(random) / 2 + end(random) / 2 / divisor);
            Optional<WindowCalls> drawn = longest.in(window, MANY);
            if (drawn.isPresent()) {
                given++;
                long droppedNanos = drawn.get().droppedNanos();
                long longer = LongStream.of(nanos(collected(random, window, MANY)))
                        .filter(nanos -> nanos > droppedNanos)
                        .count();
                assertThat(drawn.get().calls()).hasSizeGreaterThanOrEqualTo((int) longer);
                assertThat(droppedNanos)
                        .isLessThanOrEqualTo(Math.max(1, (window.toNanos() - window.fromNanos()) / 2000));
            }
        }
        assertThat(given).isPositive();
    }

    @Test
    void shortWindow_isEmptyIfVisibleCallsMayBeMissing() {
        RandomCalls random = new RandomCalls(4, 10_000, 7, 3);

        assertThat(longest(random, 10).in(new TimeWindow(1_000, 2_000), MANY)).isEmpty();
    }

    @Test
    void callsInColumns_giveWhatTheirEventsGive() {
        RandomCalls random = new RandomCalls(5, 10_000, 7, 1);
        TimeWindow whole = new TimeWindow(0, end(random));

        WindowCalls columns = random.throughColumns(new LongestCallsHandler(50, 16))
                .data(LongestCallsHandler.class)
                .in(whole, 20)
                .orElseThrow();

        assertThat(columns).isEqualTo(longest(random, 50).in(whole, 20).orElseThrow());
    }

    private static WindowCalls window(int mostPasses, long fromMicros, long toMicros, String schedule) {
        return new Schedule(schedule)
                .live(List.of(new LongestCallsHandler(MANY, mostPasses)))
                .data(LongestCallsHandler.class)
                .in(new TimeWindow(fromMicros * 1_000, toMicros * 1_000), MANY)
                .orElseThrow();
    }

    private static final String PASS = """
            FNI main 0 place
            FNI main 1 execute
            PASS main 2 execute[0] #1
            FNR main 3 execute
            FNR main 4 place
            """;
    private static final String RUN = """
            CBI pool 20 execute[0] #1
            CBR pool 23 execute[0]
            """;

    @Test
    void arrow_leadsFromThePassToTheRun() {
        WindowCalls.Arrow arrow = new WindowCalls.Arrow(0, 1, 2_000, 1, 0, 20_000, false);

        assertThat(window(16, 0, 30, PASS + RUN).arrows()).containsExactly(arrow);
        assertThat(window(16, 10, 30, PASS + RUN).arrows()).isEmpty();
        assertThat(window(16, 0, 10, PASS + RUN).arrows()).isEmpty();
    }

    @Test
    void arrow_leadsToARunThatIsReadBeforeItsPass() {
        WindowCalls.Arrow arrow = new WindowCalls.Arrow(1, 1, 2_000, 0, 0, 20_000, false);

        assertThat(window(16, 0, 30, RUN + PASS).arrows()).containsExactly(arrow);
    }

    @Test
    void runOfAForgottenPass_isCounted() {
        String later = PASS.replace("#1", "#2").replace("main", "other");

        WindowCalls window = window(1, 0, 30, PASS + later + RUN);

        assertThat(window.arrows()).isEmpty();
        assertThat(window.arrowsDropped()).isEqualTo(1);
        assertThat(window(2, 0, 30, PASS + later + RUN).arrowsDropped()).isZero();
    }

    @Test
    void wrongLimits_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LongestCallsHandler(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new LongestCallsHandler(1, 3));
    }
}
