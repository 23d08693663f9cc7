// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertRunsHavePasses;
import static dev.jtracer.it.timeline.TimelineAssert.assertNamesOnlyFunctionsOf;
import static dev.jtracer.it.timeline.TimelineAssert.assertShowsEachCallOnce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.callbacks.PriceRequest;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Call;
import dev.jtracer.it.timeline.DrawnTimeline;
import dev.jtracer.it.timeline.TimelineAssert;
import dev.jtracer.it.timeline.TimelineAssert.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Draws the README's timeline of callbacks from a real run. Redraw it with {@code -Dgolden.update=true}. */
class CallbackTimelineIT {
    private static final Path TIMELINE = Path.of("../examples/callbacks-trace.svg");
    private static final String ACCEPT = "dev.jtracer.examples.callbacks.PriceRequest.accept";
    private static final String WHEN_ANSWERED = ACCEPT + "[1]";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void timeline_showsEachCallOnceAndAnArrowToEachRun() throws IOException {
        JvmResult request = jvms.app(PriceRequest.class)
                .agent("callbacks=all,include=dev.jtracer.examples.callbacks,output=trace.json")
                .run();
        StrictTrace trace = request.trace();
        Window window = secondRequest(trace);

        String timeline = TimelineAssert.draw(jvms, request.files(".json").get(0), window);

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(TIMELINE, timeline);
        }
        DrawnTimeline earlier = DrawnTimeline.read(Files.readString(TIMELINE));
        assertShowsEachCallOnce(DrawnTimeline.read(timeline), trace, window);
        assertRunsHavePasses(trace);
        assertNamesOnlyFunctionsOf(trace, earlier);
        // To 'lookup', back from the shelves, to 'reply', and to the requester.
        assertThat(DrawnTimeline.read(timeline).arrows()).hasSize(4);
        assertThat(earlier.arrows()).hasSize(4);
    }

    /**
     * The window in which all classes are loaded and all threads run: from the second call to the end of its
     * callback.
     */
    private static Window secondRequest(StrictTrace trace) {
        long start = second(trace, "main", ACCEPT).startNanos();
        Call answered = second(trace, "reply", WHEN_ANSWERED);
        return Window.around(start, answered.startNanos() + answered.durationNanos());
    }

    private static Call second(StrictTrace trace, String thread, String name) {
        List<Call> calls = trace.rows().stream()
                .filter(row -> row.thread().equals(thread))
                .map(TimelineAssert::calls)
                .flatMap(List::stream)
                .filter(call -> call.name().equals(name))
                .toList();
        assertThat(calls).as(name).hasSize(2);
        return calls.get(1);
    }
}
