// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.longrunning.ToggleMe;
import dev.jtracer.it.app.recursion.Fibonacci;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits of what is recorded, and the messages that state how much was dropped. */
class LimitsIT {
    private static final String INCLUDE = "include=dev.jtracer.it.app.recursion";
    private static final long FIBONACCI_CALLS = 2_692_537 + 701 + 1;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void ring_keepsTheNewestAndCountsTheRest() {
        JvmResult traced =
                jvms.app(Fibonacci.class, "30").agent(INCLUDE + ",ring=1m").run();

        Path file = traced.files(".json").get(0);
        StrictTrace trace = StrictTrace.scan(file);
        assertThat(trace.counts())
                .containsEntry("dev.jtracer.it.app.recursion.Fibonacci.descend", 701L - tooDeep(traced));
        assertThat(count(traced, "older records dropped")).isBetween(FIBONACCI_CALLS, 2 * FIBONACCI_CALLS);
        assertThat(traced.total("dev.jtracer.it.app.recursion.Fibonacci.descend")
                        .count())
                .isEqualTo(701);
    }

    @Test
    void drop_losesNothingUncounted() {
        JvmResult traced = jvms.app(Fibonacci.class, "30")
                .agent(INCLUDE + ",full=drop,spool=1m")
                .run();

        long recorded = 0;
        for (Path file : traced.files(".json")) {
            recorded += StrictTrace.scan(file).counts().values().stream()
                    .mapToLong(count -> count)
                    .sum();
        }
        long lost = count(traced, "records lost");
        assertThat(traced.stderr()).contains(lost + " records lost (" + lost + " because no buffer was free");
        assertThat(traced.exitCode()).isZero();
        // A call that lost one of its two records is still in the file, so calls and losses may exceed the total.
        long endsAlone = count(traced, "began before");
        assertThat(2 * (recorded + tooDeep(traced)) + endsAlone + lost).isGreaterThanOrEqualTo(2 * FIBONACCI_CALLS);
        assertThat(recorded).isLessThanOrEqualTo(FIBONACCI_CALLS);
    }

    @Test
    void lossesOfARecording_areSaidWhenItStops() {
        JvmResult traced = jvms.app(Fibonacci.class, "30")
                .agent(INCLUDE + ",full=drop,spool=1m,output=trace.jtr,quiet=on")
                .run();

        assertThat(count(traced, "records lost")).isPositive();
    }

    @Test
    void stoppedJvm_isReportedAsStall() {
        JvmProcess process = jvms.app(ToggleMe.class)
                .agent("include=dev.jtracer.it.app.longrunning,stall=100ms")
                .start();
        process.awaitStdout("\n");

        // A stop before the tracer's thread has first looked at its clock is none to it.
        Await.until("a stall", () -> {
            process.signal("STOP");
            Thread.sleep(400); // this is the stall itself, not a wait for a condition
            process.signal("CONT");
            return process.stderr().contains("TRACER EV LAG ");
        });
    }

    private static long tooDeep(JvmResult traced) {
        return count(traced, "too deep");
    }

    /** Returns the number before {@code what} in the line about the written file. */
    private static long count(JvmResult traced, String what) {
        Matcher matcher = Pattern.compile("(\\d+) " + what).matcher(traced.stderr());
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
