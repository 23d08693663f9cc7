// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.path.RandomCalls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsHandlerTest {
    private static final int MANY = 100_000;

    private static final Comparator<WindowCalls.Call> IN_ORDER = Comparator.comparingInt(WindowCalls.Call::track)
            .thenComparingLong(WindowCalls.Call::startNanos)
            .thenComparingInt(WindowCalls.Call::depth);

    private static List<TimeWindow> windows(RandomCalls calls, long seed) {
        Random random = new Random(seed);
        long end =
                calls.calls.stream().mapToLong(RandomCalls.Call::endNanos).max().orElseThrow();
        List<TimeWindow> windows = new ArrayList<>(List.of(new TimeWindow(0, end), new TimeWindow(end / 2, end / 2)));
        for (int i = 0; i < 20; i++) {
            long from = random.nextLong(end);
            windows.add(new TimeWindow(from, from + random.nextLong(end / (1 + random.nextInt(100)))));
        }
        return windows;
    }

    /** Returns the calls that a window has for some time or touches, found one by one. */
    private static List<WindowCalls.Call> expected(RandomCalls random, TimeWindow window) {
        return random.calls.stream()
                .filter(call -> call.startNanos() <= window.toNanos() && call.endNanos() >= window.fromNanos())
                .map(call -> new WindowCalls.Call(
                        call.track(),
                        call.path().size() - 1,
                        call.name(),
                        call.startNanos(),
                        call.endNanos(),
                        call.path().indexOf(call.name()) < call.path().size() - 1 ? SpanFlags.NESTED : SpanFlags.NONE))
                .sorted(IN_ORDER)
                .toList();
    }

    private static long nanos(WindowCalls.Call call) {
        return call.endNanos() - call.startNanos();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void windows_haveTheCallsThatOverlapThem(long seed) {
        RandomCalls random = new RandomCalls(seed, 10_000, 7, 3);
        List<TimeWindow> windows = windows(random, seed);

        List<WindowCalls> found =
                random.through(new WindowsHandler(windows, MANY, false)).data(WindowsHandler.class);

        assertThat(found).hasSameSizeAs(windows);
        for (int i = 0; i < windows.size(); i++) {
            assertThat(found.get(i).window()).isEqualTo(windows.get(i));
            assertThat(found.get(i).calls().stream().sorted(IN_ORDER).toList())
                    .isEqualTo(expected(random, windows.get(i)));
            assertThat(found.get(i).dropped()).isZero();
            assertThat(found.get(i).droppedNanos()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 300})
    void ofTooManyCalls_theLongestAreKeptAndTheOthersCounted(int most) {
        RandomCalls random = new RandomCalls(8, 10_000, 7, 3);
        List<TimeWindow> windows = windows(random, 8);

        List<WindowCalls> found =
                random.through(new WindowsHandler(windows, most, false)).data(WindowsHandler.class);

        for (WindowCalls window : found) {
            List<Long> lengths = new ArrayList<>(expected(random, window.window()).stream()
                    .map(WindowsHandlerTest::nanos)
                    .toList());
            lengths.sort(Collections.reverseOrder());
            int kept = Math.min(most, lengths.size());
            assertThat(window.calls().stream()
                            .map(WindowsHandlerTest::nanos)
                            .sorted(Collections.reverseOrder())
                            .toList())
                    .isEqualTo(lengths.subList(0, kept));
            assertThat(window.dropped()).isEqualTo(lengths.size() - kept);
            assertThat(window.droppedNanos()).isEqualTo(kept == lengths.size() ? 0 : lengths.get(kept));
        }
    }

    @Test
    void callsInColumns_giveWhatTheirEventsGive() {
        RandomCalls random = new RandomCalls(5, 10_000, 7, 3);
        List<TimeWindow> windows = windows(random, 5);

        assertThat(random.throughColumns(new WindowsHandler(windows, 200, false))
                        .data(WindowsHandler.class))
                .isEqualTo(
                        random.through(new WindowsHandler(windows, 200, false)).data(WindowsHandler.class));
    }

    @Test
    void callsAroundTheWindows_areNeededOnRequestAlone() {
        List<TimeWindow> windows = List.of(new TimeWindow(100, 200), new TimeWindow(400, 500));

        assertThat(new WindowsHandler(windows, 1, false).needs(201, 399)).isFalse();
        assertThat(new WindowsHandler(windows, 1, false).needs(200, 399)).isTrue();
        assertThat(new WindowsHandler(windows, 1, false).needs(0, 1_000)).isTrue();
        assertThat(new WindowsHandler(windows, 1, true).needs(201, 399)).isTrue();
    }

    private static WindowCalls window(long fromMicros, long toMicros, String schedule) {
        TimeWindow window = new TimeWindow(fromMicros * 1_000, toMicros * 1_000);
        return new Schedule(schedule)
                .live(List.of(new WindowsHandler(List.of(window), MANY, false)))
                .data(WindowsHandler.class)
                .get(0);
    }

    private static final String HAND_OFF = """
            FNI main 0 place
            FNI main 1 execute
            PASS main 2 execute[0] #1
            FNR main 3 execute
            FNR main 4 place
            CBI pool 20 execute[0] #1
            FNI pool 21 send
            FNR pool 22 send
            CBR pool 23 execute[0]
            """;

    @Test
    void arrow_leadsFromTheCallThatReceivedTheCallbackToItsRun() {
        WindowCalls window = window(0, 30, HAND_OFF);

        assertThat(window.arrows()).containsExactly(new WindowCalls.Arrow(0, 1, 2_000, 1, 0, 20_000, false));
        assertThat(window.calls())
                .extracting(WindowCalls.Call::name)
                .containsExactly("place", "execute", "execute[0]", "send");
    }

    @Test
    void arrow_isDroppedWithItsPassOrItsRun() {
        assertThat(window(10, 30, HAND_OFF).arrows()).isEmpty();
        assertThat(window(0, 10, HAND_OFF).arrows()).isEmpty();
    }

    @Test
    void arrowOfAnAmbiguousRun_isMarked() {
        WindowCalls window =
                window(0, 30, HAND_OFF.replace("CBI pool 20 execute[0] #1", "CBI pool 20 execute[0] #1 ambiguous"));

        assertThat(window.arrows()).extracting(WindowCalls.Arrow::ambiguous).containsExactly(true);
    }

    @Test
    void callWithoutAnEnd_isUnfinished() {
        WindowCalls window = window(0, 30, "FNI main 0 main\nFNI main 5 load\nFNR main 9 load");

        assertThat(window.calls().get(0).name()).isEqualTo("main");
        assertThat(window.calls().get(0).flags()).isEqualTo(SpanFlags.UNFINISHED);
    }

    @Test
    void wrongLimits_areRefused() {
        List<TimeWindow> many = Collections.nCopies(65, new TimeWindow(0, 1));

        assertThatIllegalArgumentException().isThrownBy(() -> new WindowsHandler(many, 1, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new WindowsHandler(List.of(), 0, false));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TimeWindow(2, 1))
                .withMessage("a window ends at '1', before '2'");
    }

    @Test
    void noWindow_hasNoCalls() {
        RandomCalls random = new RandomCalls(1, 100, 3, 1);

        assertThat(random.through(new WindowsHandler(List.of(), 1, false)).data(WindowsHandler.class))
                .isEmpty();
    }
}
