// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.drain.OpenThread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenCallsTextTest {
    private static OpenThread.Call call(String name, long millis) {
        return new OpenThread.Call(name, millis * 1_000_000, "");
    }

    @Test
    void runOfACallback_namesTheLineThatPassedIt() {
        OpenThread http =
                new OpenThread(1, "http-1", List.of(call("shop.Order.handle", 2_340)), 12_000_000, 2_330_000_000L);
        OpenThread pricing = new OpenThread(
                2,
                "pricing-1",
                List.of(
                        new OpenThread.Call(
                                "java.util.concurrent.Executor.execute[0]", 2_330_000_000L, "shop.Order.handle:13"),
                        call("shop.Table.find", 2)),
                0,
                0);

        assertThat(OpenCallsText.of(List.of(http, pricing))).isEqualTo("""
                2 threads with open calls
                http-1, CPU 12.0 ms in the last 2.33 s
                    2.34 s  Order.handle
                pricing-1
                    2.33 s  Order.handle:13 -> Executor.execute[0]
                   2.00 ms    Table.find""");
    }

    @Test
    void deepThread_showsItsOutermostAndInnermostCalls() {
        List<OpenThread.Call> calls = new ArrayList<>(Collections.nCopies(500, call("a.A.recurse", 20)));
        calls.add(call("a.A.leaf", 10));

        List<String> lines = OpenCallsText.of(List.of(new OpenThread(1, "main", calls, 0, 0)))
                .lines()
                .toList();

        assertThat(lines).hasSize(2 + 30 + 1 + 30).contains("            441 more calls");
        assertThat(lines.get(lines.size() - 1)).endsWith("  A.leaf");
    }

    @Test
    void manyThreads_areCounted() {
        List<OpenThread> threads =
                Collections.nCopies(1_000, new OpenThread(1, "t", List.of(call("a.A.wait", 1)), 0, 0));

        assertThat(OpenCallsText.of(threads))
                .startsWith("1,000 threads with open calls\n")
                .endsWith("\n800 more threads, with younger calls");
        assertThat(OpenCallsText.of(List.of())).isEqualTo("no call is open");
    }
}
