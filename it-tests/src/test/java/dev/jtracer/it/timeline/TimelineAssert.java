// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Call;
import dev.jtracer.it.harness.StrictTrace.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Drawing by the product, and comparison of timelines with traces. */
public final class TimelineAssert {
    private static final int MOST_BYTES = 300_000;

    private TimelineAssert() {}

    /**
     * A window of a trace.
     *
     * @param startNanos from the recording's start
     * @param endNanos likewise, and later
     */
    public record Window(long startNanos, long endNanos) {
        /** Returns the window from one time to another, with a margin on both sides. */
        public static Window around(long startNanos, long endNanos) {
            long margin = (endNanos - startNanos) / 60;
            return new Window(startNanos - margin, endNanos + margin);
        }

        private boolean overlaps(Call call) {
            return call.startNanos() <= endNanos && call.startNanos() + call.durationNanos() >= startNanos;
        }
    }

    /** Draws a window by {@code report --svg}. Returns the timeline's text. */
    public static String draw(Jvms jvms, Path trace, Window window) throws IOException {
        return draw(jvms, trace, "--from", window.startNanos + "ns", "--to", window.endNanos + "ns");
    }

    /** Draws a timeline by {@code report --svg} with options. Returns its text. */
    public static String draw(Jvms jvms, Path trace, String... options) throws IOException {
        Path timeline = jvms.newDirectory("timeline").resolve("timeline.svg");
        List<String> command = new ArrayList<>(List.of("report", trace.toString(), "--svg", "-o", timeline.toString()));
        command.addAll(List.of(options));
        JvmResult drawn = jvms.jtracer(command.toArray(String[]::new)).run();
        assertThat(drawn.exitCode()).as(drawn.stderr()).isZero();
        assertThat(drawn.stdout()).isEqualTo(timeline + System.lineSeparator());
        String svg = Files.readString(timeline);
        assertThat(svg.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(MOST_BYTES);
        return svg;
    }

    /** Checks that the boxes are the calls that are open within the window, and that no name is of another. */
    public static void assertShowsEachCallOnce(DrawnTimeline timeline, StrictTrace trace, Window window) {
        List<String> names = trace.rows().stream()
                .flatMap(row -> calls(row).stream())
                .filter(window::overlaps)
                .map(Call::name)
                .toList();
        assertThat(timeline.calls()).isEqualTo(names.size());
        assertThat(names).containsAll(timeline.names());
        List<String> alone = timeline.boxes().stream()
                .filter(box -> box.calls() == 1)
                .map(DrawnTimeline.Box::name)
                .toList();
        for (String name :
                Stream.concat(names.stream(), alone.stream()).distinct().toList()) {
            assertThat(count(alone, name)).as(name).isLessThanOrEqualTo(count(names, name));
        }
        assertThat(timeline.rows())
                .hasSameSizeAs(trace.rows().stream()
                        .filter(row -> calls(row).stream().anyMatch(window::overlaps))
                        .toList());
    }

    private static long count(List<String> names, String name) {
        return names.stream().filter(name::equals).count();
    }

    /** Checks that a timeline drawn earlier contains no name that the program no longer has. */
    public static void assertNamesOnlyFunctionsOf(StrictTrace trace, DrawnTimeline earlier) {
        assertThat(trace.counts().keySet())
                .as("the timeline in the repository names functions that the program has no more; redraw it")
                .containsAll(earlier.names());
    }

    /** Returns all calls of a thread, callers before the called. */
    public static List<Call> calls(Row row) {
        List<Call> calls = new ArrayList<>(row.outer().children());
        for (int i = 0; i < calls.size(); i++) {
            calls.addAll(calls.get(i).children());
        }
        return calls;
    }
}
