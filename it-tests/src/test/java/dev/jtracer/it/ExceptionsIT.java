// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.exceptions.ThrowingCalls;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ExceptionsIT {
    private static final String PACKAGE = "dev.jtracer.it.app.exceptions.";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void throwingCalls_areClosedAtTheRightDepth() {
        JvmCommand throwing = jvms.app(ThrowingCalls.class)
                .jvm("-Xverify:all", "-Xss1m")
                .agent("include=dev.jtracer.it.app.exceptions,clinit=on");

        JvmResult traced = throwing.run();

        assertSameBehaviour(traced, throwing.runUntraced());
        StrictTrace trace = traced.trace();
        assertThat(withoutBottomless(trace.tree("main"))).isEqualTo("""
                        ThrowingCalls.main
                          ThrowingCalls.constructor
                            ThrowingCalls$Positive.<init> threw
                          ThrowingCalls.staticInitializer
                            ThrowingCalls$BrokenClass.<clinit> threw
                          ThrowingCalls.rethrow
                            ThrowingCalls.outer threw
                              ThrowingCalls.middle threw
                                ThrowingCalls$Positive.half
                                  ThrowingCalls$Positive.<init>
                          ThrowingCalls.stackOverflow
                          ThrowingCalls.stackOverflow
                          ThrowingCalls.stackOverflow
                          ThrowingCalls$Positive.half
                            ThrowingCalls$Positive.<init>
                        """);
        assertThat(trace.count(PACKAGE + "ThrowingCalls.bottomless")).isGreaterThan(1_000);
        // At the end of the stack, a call's end may lack the space to be recorded; the call is closed all the same.
        assertThat(trace.tree("main").lines().filter(line -> line.contains("bottomless")))
                .allMatch(line -> line.endsWith(" threw") || line.endsWith(" unfinished"));
    }

    private static String withoutBottomless(String tree) {
        StringBuilder rest = new StringBuilder();
        tree.replace(PACKAGE, "")
                .lines()
                .filter(line -> !line.contains("bottomless"))
                .forEach(line -> rest.append(line).append('\n'));
        return rest.toString();
    }
}
