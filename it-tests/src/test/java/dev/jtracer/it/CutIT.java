// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.callbacks.PriceRequest;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Recordings that are cut, split and combined again, compared with the whole trace by a reader that is not the
 * product's.
 */
class CutIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    /** A call, or what a cut has left of it. */
    private record Part(long tid, int level, String name, long startNanos, long endNanos) {}

    @Test
    void cut_hasWhatTheWindowHasOfEachCall() {
        Path recording = record();
        StrictTrace whole = StrictTrace.read(convert(recording));
        List<Part> calls = parts(whole);
        long first = calls.stream().mapToLong(Part::startNanos).min().orElseThrow();
        long last = calls.stream().mapToLong(Part::endNanos).max().orElseThrow();
        long from = first + (last - first) / 4;
        long to = last - (last - first) / 4;

        JvmResult cut =
                jtracer("cut", recording.toString(), "--from", from + "ns", "--to=" + to + "ns", "-o", "cut.json");

        StrictTrace window = StrictTrace.read(cut.files(".json").get(0));
        List<Part> expected = calls.stream()
                .filter(call -> call.startNanos < to && (call.endNanos > from || call.startNanos >= from))
                .map(call -> new Part(
                        call.tid, call.level, call.name, Math.max(from, call.startNanos), Math.min(to, call.endNanos)))
                .toList();
        assertThat(expected).hasSizeBetween(2, calls.size() - 1);
        assertThat(parts(window)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(cut.stderr()).contains("begun at the cut, marked 'cont'");
    }

    @Test
    void split_hasEachCallOnceInPartsThatOpenAlone_andCombineMakesTheWholeOfThem() {
        Path recording = record();
        StrictTrace whole = StrictTrace.read(convert(recording));
        long last = parts(whole).stream().mapToLong(Part::endNanos).max().orElseThrow();

        JvmResult split = jtracer("split", recording.toString(), "--every", last / 7 + "ns", "-o", "part.json");

        List<Path> files = split.files(".json");
        assertThat(files).hasSizeBetween(7, 9);
        assertThat(split.stdout().lines()).hasSameSizeAs(files);
        Map<String, Long> counts = new TreeMap<>();
        for (Path file : files) {
            StrictTrace.read(file).counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
        }
        assertThat(counts).isEqualTo(new TreeMap<>(whole.counts()));

        List<String> line = new ArrayList<>(List.of("combine", "-o", "all.json"));
        files.forEach(file -> line.add(file.toString()));
        JvmResult combined = jtracer(line.toArray(String[]::new));

        assertThat(parts(StrictTrace.read(combined.files(".json").get(0))))
                .containsExactlyInAnyOrderElementsOf(parts(whole));
        assertThat(combined.stderr()).contains("aligned by wall clock");
    }

    @Test
    void splitBySize_hasEachCallOnce() {
        Path recording = record();
        StrictTrace whole = StrictTrace.read(convert(recording));

        JvmResult split = jtracer("split", recording.toString(), "--size", "4k", "-o", "part.json");

        List<StrictTrace> files =
                split.files(".json").stream().map(StrictTrace::read).toList();
        assertThat(files).hasSizeGreaterThan(2);
        whole.counts()
                .forEach((name, count) ->
                        assertThat(StrictTrace.count(files, name)).as(name).isEqualTo(count));
    }

    private Path record() {
        JvmResult traced = jvms.app(PriceRequest.class)
                .agent("include=dev.jtracer.examples,output=trace.jtr")
                .run();
        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        return traced.files(".jtr").get(0);
    }

    private Path convert(Path recording) {
        return jtracer("convert", recording.toString(), "-o", "whole.json")
                .files(".json")
                .get(0);
    }

    private JvmResult jtracer(String... arguments) {
        JvmResult result = jvms.jtracer(arguments).run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return result;
    }

    private static List<Part> parts(StrictTrace trace) {
        List<Part> parts = new ArrayList<>();
        for (StrictTrace.Row row : trace.rows()) {
            add(row.tid(), 0, row.outer().children(), parts);
        }
        return parts;
    }

    private static void add(long tid, int level, List<StrictTrace.Call> calls, List<Part> parts) {
        for (StrictTrace.Call call : calls) {
            long end = call.startNanos() + call.durationNanos();
            parts.add(new Part(tid, level, call.name(), call.startNanos(), end));
            add(tid, level + 1, call.children(), parts);
        }
    }
}
