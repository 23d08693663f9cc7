// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.agent.live.LiveSnapshot.CallbackCounts;
import dev.jtracer.agent.live.LiveSnapshot.MethodCounts;
import dev.jtracer.agent.live.LiveSnapshot.TracerState;
import dev.jtracer.agent.live.Watch;
import dev.jtracer.agent.thread.CpuTime;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.text.Styles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final long SECOND = 1_000_000_000;

    /**
     * Returns a snapshot after some seconds: ten calls of 30 ns in the first, a hundred of 60 ns in each later one.
     */
    private static LiveSnapshot snapshot(long since, int seconds) {
        Histogram durations = new Histogram();
        durations.addToBucket(30, 10);
        if (seconds > 1) {
            durations.addToBucket(60, 100L * (seconds - 1));
        }
        long total = 300 + 6_000L * (seconds - 1);
        TracerState state = new TracerState(
                since + seconds * SECOND, true, "a.jtr", 0, since, 3, 1_000L * seconds, 0, 0, 0, 20, "", "");
        return new LiveSnapshot(
                state,
                List.of(new MethodCounts("com.acme.A.a", durations.count(), total, total, durations)),
                List.of(new CallbackCounts("com.acme.A.a[0]", seconds, seconds - 1L, 1, new Histogram(), "", 0)));
    }

    @Test
    void difference_holdsOnlyWhatCameBetween() {
        Window window = Window.between(snapshot(0, 1), snapshot(0, 3));

        MethodCounts recent = window.methods().get(0).recent();
        assertThat(window.nanos()).isEqualTo(2 * SECOND);
        assertThat(window.perSecond(recent.calls())).isEqualTo(100);
        assertThat(recent.selfNanos()).isEqualTo(12_000);
        assertThat(recent.durations().percentile(1)).isEqualTo(60);
        assertThat(window.eventsPerSecond()).isEqualTo(1_000);
        assertThat(window.callbacks().get(0).recent().passes()).isEqualTo(2);
        assertThat(window.callbacks().get(0).recent().pending()).isEqualTo(1);
    }

    @Test
    void totalsBegunAnew_countFromTheirBegin() {
        Window window = Window.between(snapshot(0, 3), snapshot(5 * SECOND, 1));

        assertThat(window.nanos()).isEqualTo(SECOND);
        assertThat(window.methods().get(0).recent().calls()).isEqualTo(10);
    }

    @Test
    void codec_keepsASnapshot() throws IOException {
        LiveSnapshot snapshot = snapshot(7, 4);

        assertThat(Watch.snapshot(new Watch(() -> snapshot).reply())).isEqualTo(snapshot);
    }

    @Test
    void text_showsRatesAndTotals() {
        Frame frame = new Frame(
                4711,
                Window.between(snapshot(0, 1), snapshot(0, 3)),
                Optional.of(new CpuTime(SECOND, SECOND / 10, 0, 0, 0)),
                SECOND);

        assertThat(new FrameText(false, Styles.PLAIN).text(frame, TopOrder.SELF, 20, 0))
                .isEqualTo("""
                process 4711, recording for 3.00 s to 'a.jtr', 3 threads
                last 2.00 s: 1000 records/s; lost 0; stalls 0
                tracer: 20.0 ns a timing, 0.0 % of a core on the application's threads; its own threads 10.0 %; 10.0 % of the JVM's CPU time

                Methods, by self:
                   calls/s    self/s    open %   total/s       p50       p99     calls      self  method
                       100   6.00 us       0.0   6.00 us     60 ns     60 ns       210   12.3 us  A.a

                Callbacks, by passes:
                  passed/s    runs/s  wait p99   not run   unclear    passed      runs  callback
                       1.0       1.0         -         1         0         3         2  A.a[0]
                """);
    }

    @Test
    void typesThatAreNotFollowed_areNamed() {
        TracerState state = new TracerState(2, true, "a.jtr", 0, 1, 1, 0, 0, 0, 0, 20, "com.acme.Two (3 calls)", "");
        Frame frame = new Frame(
                4711, Window.between(null, new LiveSnapshot(state, List.of(), List.of())), Optional.empty(), 0);

        assertThat(new FrameText(false, Styles.PLAIN).text(frame, TopOrder.SELF, 20, 0))
                .contains("\nobjects passed to libraries are not followed, unless callback-types= names their types:"
                        + " com.acme.Two (3 calls)\n");
        assertThat(FrameJson.of(frame, TopOrder.SELF)).contains("\"notFollowed\":\"com.acme.Two (3 calls)\"");
    }

    @Test
    void colors_takeNoColumn() {
        Frame frame = new Frame(4711, Window.between(snapshot(0, 1), snapshot(0, 3)), Optional.empty(), SECOND);

        String colored = new FrameText(false, Styles.COLORED).text(frame, TopOrder.SELF, 20, 0);

        assertThat(colored)
                .contains("\u001b[1mMethods, by self:\u001b[0m\n")
                .contains("       100   \u001b[31m6.00 us\u001b[0m       \u001b[31m0.0\u001b[0m   6.00 us");
        assertThat(colored.replaceAll("\u001b\\[[0-9]*m", ""))
                .isEqualTo(new FrameText(false, Styles.PLAIN).text(frame, TopOrder.SELF, 20, 0));
    }

    @Test
    void firstText_saysThatItCountsFromTheBegin() {
        Frame frame = new Frame(4711, Window.between(null, snapshot(0, 3)), Optional.empty(), 0);

        assertThat(new FrameText(false, Styles.PLAIN)
                        .text(frame, TopOrder.SELF, 20, 0)
                        .lines())
                .contains("since the begin of the totals, 3.00 s ago: 1000 records/s; lost 0; stalls 0");
    }
}
