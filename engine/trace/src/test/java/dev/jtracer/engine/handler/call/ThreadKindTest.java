// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.Track;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadKindTest {
    @ParameterizedTest
    @CsvSource({
        "THREAD, main, MAIN",
        "THREAD, Main Thread, MAIN",
        "THREAD, CrRendererMain, MAIN",
        "THREAD, pool-1-thread-3, POOL",
        "THREAD, ForkJoinPool.commonPool-worker-1, POOL",
        "THREAD, http-nio-8080-exec-5, POOL",
        "THREAD, skyframe-evaluator 12, OTHER",
        "THREAD, GC Thread#0, JVM",
        "THREAD, Garbage Collector, JVM",
        "THREAD, C2 CompilerThread0, JVM",
        "THREAD, domain, OTHER",
        "THREAD, '', OTHER",
        "VIRTUAL_THREAD, main, VIRTUAL",
        "ASYNC, main, ASYNC"
    })
    void kind_followsFromTrackAndName(Track.Kind track, String name, ThreadKind kind) {
        assertThat(ThreadKind.of(track, name)).isEqualTo(kind);
    }
}
