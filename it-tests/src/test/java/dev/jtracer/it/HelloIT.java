// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static dev.jtracer.it.harness.TraceAssert.assertTotalsMatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.app.Alternating;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HelloIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void include_givesTreeAndTotals() {
        JvmCommand hello = jvms.app(HelloCalls.class).agent("include=dev.jtracer.examples.hello");

        JvmResult traced = hello.run();

        assertSameBehaviour(traced, hello.runUntraced());
        StrictTrace trace = traced.trace();
        assertThat(trace.threads()).containsExactly("main");
        assertThat(trace.tree("main")).isEqualTo("""
                dev.jtracer.examples.hello.HelloCalls.main
                  dev.jtracer.examples.hello.HelloCalls.<init>
                  dev.jtracer.examples.hello.HelloCalls.greet
                    dev.jtracer.examples.hello.HelloCalls.decorate
                    dev.jtracer.examples.hello.HelloCalls.decorate
                """);
        assertThat(traced.totals()).hasSize(4);
        assertTotalsMatch(traced, trace);
    }

    @Test
    void printCalls_tellsEachCallOnStderr() {
        JvmResult traced = jvms.app(HelloCalls.class)
                .agent("include=dev.jtracer.examples.hello,print=calls+totals")
                .run();

        assertThat(traced.tracerLines().stream()
                        .filter(line -> line.startsWith("TRACER FN"))
                        .map(line -> line.replaceFirst("TRACER (FN.) [0-9.]+ms [0-9]+  ", "$1 "))
                        .map(line -> line.replace("dev.jtracer.examples.hello.HelloCalls.", "")
                                .replace(" [main]", "")))
                .containsExactly(
                        "FNI main",
                        "FNI   <init>",
                        "FNR   <init>",
                        "FNI   greet",
                        "FNI     decorate",
                        "FNR     decorate",
                        "FNI     decorate",
                        "FNR     decorate",
                        "FNR   greet",
                        "FNR main");
        assertThat(traced.tracerLines())
                .first()
                .isEqualTo(
                        "TRACER each line: FNI begin and FNR end of a call, CBI and CBR of a callback's run, TXT a text;"
                                + " time since the start, heap in use in bytes, name indented by depth, [thread]");
    }

    @Test
    void printCalls_followsTimeAcrossThreadsAndNamesThem() {
        JvmResult traced = jvms.app(Alternating.class)
                .agent("include=dev.jtracer.it.app.Alternating#p*,print=calls+totals")
                .run();

        String round = "FNI ping [main]|FNR ping [main]|FNI pong [right]|FNR pong [right]|";
        assertThat(traced.tracerLines().stream()
                        .filter(line -> line.startsWith("TRACER FN"))
                        .map(line -> line.replaceFirst("TRACER (FN.) .* [a-zA-Z.]+[.](p.ng)", "$1 $2"))
                        .collect(Collectors.joining("|", "", "|")))
                .isEqualTo(round.repeat(50));
    }

    @Test
    void quiet_printsNoTotals() {
        JvmResult traced = jvms.app(HelloCalls.class)
                .agent("include=dev.jtracer.examples.hello,quiet=on")
                .run();

        assertThat(traced.totals()).isEmpty();
        assertThat(traced.trace().count("dev.jtracer.examples.hello.HelloCalls.greet"))
                .isEqualTo(1);
    }

    @Test
    void excludeAndMethodPattern_excludeTheRest() {
        JvmResult traced = jvms.app(HelloCalls.class)
                .agent("include=dev.jtracer.examples.hello,exclude=dev.jtracer.examples.hello.HelloCalls#dec*")
                .run();

        assertThat(traced.trace().tree("main")).isEqualTo("""
                dev.jtracer.examples.hello.HelloCalls.main
                  dev.jtracer.examples.hello.HelloCalls.<init>
                  dev.jtracer.examples.hello.HelloCalls.greet
                """);
    }
}
