// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallTreesTest {
    @Test
    void parent_isTheCallAround() throws IOException {
        CallTrees trees = TreeText.trees(TreeText.A_TO_E);

        assertThat(trees.name(trees.parent(TreeText.call(trees, "C")))).isEqualTo("B");
        assertThat(trees.name(trees.parent(TreeText.call(trees, "D")))).isEqualTo("A");
        assertThat(trees.parent(TreeText.call(trees, "E"))).isEqualTo(CallTrees.NONE);
    }

    @Test
    void details_areThereWhenTheyAreKept() throws IOException {
        CallTrees trees = TreeText.trees("""
                b 0x1 1 a "args":{"x":1,"params":{"p":1,"q":2}}
                e 0x1 2 a "args":{"y":2,"params":{"q":3}}
                b 0x1 3 b "args":{"x":1,"params":""}
                e 0x1 4 b "args":{"params":{"q":3}}
                X 1 5 c "dur":1,"args":{"k":"v"}
                B 1 8 d
                E 1 9 d
                """, ThreadsHandler.withDetails());

        assertThat(trees.args(TreeText.call(trees, "a"))).hasToString("{x=1, params={p=1, q=3}, y=2}");
        assertThat(trees.args(TreeText.call(trees, "b"))).hasToString("{x=1, params={q=3}}");
        assertThat(trees.args(TreeText.call(trees, "c"))).hasToString("{k=v}");
        assertThat(trees.args(TreeText.call(trees, "d")).isEmpty()).isTrue();
    }

    @Test
    void details_areAbsentByDefault() throws IOException {
        CallTrees trees = TreeText.trees("X 1 5 c \"dur\":1,\"args\":{\"k\":\"v\"}");

        assertThat(trees.args(0).isEmpty()).isTrue();
    }

    @Test
    void categories_areThoseOfTheBegin() throws IOException {
        CallTrees trees = TreeText.trees("""
                X 1 0 a "dur":10,"cat":"web,sql"
                X 1 1 b "dur":4
                """);

        assertThat(trees.categoryName(trees.categoryIndex(TreeText.call(trees, "a"))))
                .isEqualTo("web,sql");
        assertThat(trees.categoryName(trees.categoryIndex(TreeText.call(trees, "b"))))
                .isEmpty();
    }

    @Test
    void selfTime_ofOverlappingCallsIsThatOfTheirSpans() throws IOException {
        CallTrees trees = TreeText.trees("""
                X 1 0 first "dur":10
                X 1 5 second "dur":10
                """);

        assertThat(trees.selfNanos(TreeText.call(trees, "first"))).isEqualTo(5_000);
        assertThat(trees.selfNanos(TreeText.call(trees, "second"))).isEqualTo(5_000);
    }

    @Test
    void beginWithoutEnd_isKept() throws IOException {
        CallTrees trees = TreeText.trees("""
                B 1 0 a
                B 1 1 b
                E 1 4 b
                """);

        assertThat(trees.unfinished(TreeText.call(trees, "a"))).isTrue();
        assertThat(trees.durNanos(TreeText.call(trees, "a"))).isEqualTo(4_000);
    }

    @Test
    void twoProcesses_haveTreesOfTheirOwn() throws IOException {
        CallTrees trees = TreeText.trees("""
                M 1:1 0 thread_name "args":{"name":"CrRendererMain"}
                M 2:1 0 thread_name "args":{"name":"Raster"}
                X 1:1 0 a "dur":10
                X 2:1 1 b "dur":4
                X 2:1 2 c "dur":1
                """);

        assertThat(trees.threads())
                .extracting(thread -> thread.pid() + " " + thread.name() + " " + thread.kind() + " " + thread.calls())
                .containsExactly("1 CrRendererMain MAIN 1", "2 Raster OTHER 2");
    }

    @Test
    void beginsAndEnds_mixWithCompleteEvents() throws IOException {
        CallTrees trees = TreeText.trees("""
                X 1 0 outer "dur":20
                B 1 1 pair
                X 1 2 inner "dur":3
                E 1 9 pair
                """);

        assertThat(trees.name(trees.parent(TreeText.call(trees, "inner")))).isEqualTo("pair");
        assertThat(trees.name(trees.parent(TreeText.call(trees, "pair")))).isEqualTo("outer");
        assertThat(trees.selfNanos(TreeText.call(trees, "outer"))).isEqualTo(12_000);
    }

    @Test
    void memory_isFortyEightBytesACall() {
        int callCount = 1 << 20;
        StringTable names = new StringTable();
        names.add("f");
        TrackTable tracks = new TrackTable();
        tracks.addThread(Track.Kind.THREAD, 1, 1, "main");
        TraceProcessor processor = new TraceProcessor(List.of(new ThreadsHandler(), new MetaHandler()));
        TraceEvent event = new TraceEvent(names, tracks);
        long before = usedBytes();

        processor.start(names, tracks);
        for (int i = 0; i < callCount; i++) {
            processor.handle(event.set(Phase.ASYNC_BEGIN, i * 10L, 0, 0, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_END, i * 10L + 5, 0, 0, SpanFlags.NONE));
        }
        CallTrees trees = processor.finish().data(ThreadsHandler.class);

        // A tenth more for what else is on the heap of a test.
        assertThat((usedBytes() - before) / (double) callCount).isBetween(40.0, 53.0);
        assertThat(trees.size()).isEqualTo(callCount);
    }

    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }
}
