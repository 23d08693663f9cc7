// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static dev.jtracer.it.harness.TraceAssert.assertTotalsMatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.callbacks.CompletableFutures;
import dev.jtracer.examples.callbacks.ExecutorCallbacks;
import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.app.InterruptedLoading;
import dev.jtracer.it.app.threads.Pools;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ThreadsIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void poolAndTimer_haveOneRowAThread() {
        JvmCommand pools = jvms.app(Pools.class).agent("include=dev.jtracer.it.app.threads");

        JvmResult traced = pools.run();

        assertSameBehaviour(traced, pools.runUntraced());
        StrictTrace trace = traced.trace();
        assertThat(trace.threads()).containsExactly("main", "ticker", "worker-1", "worker-2");
        for (String worker : new String[] {"worker-1", "worker-2"}) {
            assertThat(trace.tree(worker)).isEqualTo("""
                    java.util.concurrent.ExecutorService.submit[0] callback
                      dev.jtracer.it.app.threads.Pools.sum
                    """);
        }
        assertThat(trace.tree("ticker")).startsWith("""
                java.util.Timer.schedule[0] callback
                  dev.jtracer.it.app.threads.Pools$Tick.run
                """.repeat(3));
        assertTotalsMatch(traced, trace);
    }

    @Test
    void classLoadedOnAnInterruptedThread_doesNotEndTheRecording() {
        JvmCommand loading = jvms.app(InterruptedLoading.class).agent("include=dev.jtracer.it.app");

        JvmResult traced = loading.run();

        assertSameBehaviour(traced, loading.runUntraced());
        assertThat(traced.stdout()).contains("interrupted true");
        assertThat(traced.trace().count("dev.jtracer.it.app.InterruptedLoading$Fresh.greeting"))
                .isEqualTo(2);
    }

    @Test
    void callbackOnAnExecutor_runsOnItsThread() {
        JvmCommand callbacks = jvms.app(ExecutorCallbacks.class).agent("include=dev.jtracer.examples.callbacks");

        JvmResult traced = callbacks.run();

        assertSameBehaviour(traced, callbacks.runUntraced());
        StrictTrace trace = traced.trace();
        assertThat(trace.threads()).containsExactly("main", "searcher");
        assertThat(trace.count("dev.jtracer.examples.callbacks.ExecutorCallbacks.search"))
                .isEqualTo(3);
        assertThat(trace.tree("searcher"))
                .contains("ExecutorCallbacks.count\n", "ExecutorCallbacks.search[1] callback\n")
                .doesNotContain("ExecutorCallbacks.search\n");
    }

    @Test
    void completableFutures_behaveAsUntraced() {
        JvmCommand futures = jvms.app(CompletableFutures.class).agent("include=dev.jtracer.examples.callbacks");

        JvmResult traced = futures.run();

        assertSameBehaviour(traced, futures.runUntraced());
        assertThat(traced.trace().count("dev.jtracer.examples.callbacks.CompletableFutures.divide"))
                .isEqualTo(1);
    }

    @Test
    void shop_hasItsTwoThreads() {
        JvmCommand shop = jvms.app(Shop.class).agent("include=dev.jtracer.examples.shop");

        JvmResult traced = shop.run();

        assertSameBehaviour(traced, shop.runUntraced());
        StrictTrace trace = traced.trace();
        assertThat(trace.threads()).containsExactly("main", "warehouse");
        assertThat(trace.count("dev.jtracer.examples.shop.Counter.place")).isEqualTo(3);
        assertThat(trace.tree("warehouse").lines().filter(line -> line.endsWith("BoxPacker.fewestBoxes")))
                .hasSize(3);
        assertTotalsMatch(traced, trace);
    }
}
