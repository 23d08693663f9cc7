// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.jtracer.it.app.HotMethod;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The samples of a real recording of JDK Flight Recorder, against a count by the JDK's own reader. */
class SamplesIT {
    private static final Set<String> KINDS =
            Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.CPUTimeSample");
    private static final String HOT = "jfr.ExecutionSample " + HotMethod.class.getName() + ".hot";

    @RegisterExtension
    private final Jvms jvms = new Jvms();

    private Path recording = Path.of("");
    private final Map<String, Long> countsOfKinds = new TreeMap<>();
    private final Map<String, Long> self = new TreeMap<>();
    private final Map<String, Long> total = new TreeMap<>();
    private final Map<String, Long> stacks = new TreeMap<>();

    @BeforeEach
    void record() throws IOException {
        recording = jvms.newDirectory("jfr").resolve("hot.jfr");
        String cpuTime = Jdk.feature() >= 25 ? ",jdk.CPUTimeSample#enabled=true,jdk.CPUTimeSample#throttle=10ms" : "";
        JvmResult run = jvms.app(HotMethod.class)
                .jvm("-XX:StartFlightRecording:filename=" + recording + ",jdk.ExecutionSample#period=10ms" + cpuTime)
                .run();
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (KINDS.contains(event.getEventType().getName()) && event.getStackTrace() != null) {
                count(event);
            }
        }
        assumeThat(total).as("a sampler that found the method").containsKey(HOT);
    }

    private void count(RecordedEvent event) {
        String kind = event.getEventType().getName().replace("jdk.", "jfr.");
        List<String> innermostFirst = new ArrayList<>();
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            innermostFirst.add(frame.getMethod().getType().getName() + "."
                    + frame.getMethod().getName());
        }
        countsOfKinds.merge(kind, 1L, Long::sum);
        self.merge(kind + " " + innermostFirst.get(0), 1L, Long::sum);
        new HashSet<>(innermostFirst).forEach(name -> total.merge(kind + " " + name, 1L, Long::sum));
        List<String> outermostFirst = new ArrayList<>(innermostFirst);
        Collections.reverse(outermostFirst);
        stacks.merge(kind + ";" + String.join(";", outermostFirst), 1L, Long::sum);
    }

    @Test
    void samples_countAsTheJdksReaderCountsThem() throws IOException {
        assertReport();
        assertCollapsed();
        assertSpeedscope();
    }

    private void assertReport() throws IOException {
        JvmResult json = jvms.jtracer("report", "--json", recording.toString()).run();
        Map<String, Object> samples = object(JsonValue.object(json.stdout()).get("samples"));
        Map<String, Long> kinds = new TreeMap<>();
        Map<String, Long> reportedSelf = new TreeMap<>();
        Map<String, Long> reportedTotal = new TreeMap<>();
        for (Map<String, Object> kind : list(samples.get("kinds"))) {
            kinds.put(text(kind, "name"), number(kind, "count"));
            for (Map<String, Object> method : list(kind.get("methods"))) {
                String name = text(kind, "name") + " " + text(method, "name");
                if (number(method, "self") > 0) {
                    reportedSelf.put(name, number(method, "self"));
                }
                reportedTotal.put(name, number(method, "total"));
            }
        }
        assertThat(kinds).isEqualTo(countsOfKinds);
        assertThat(reportedSelf).isEqualTo(self);
        assertThat(reportedTotal).isEqualTo(total);

        String text = jvms.jtracer("report", recording.toString()).run().stdout();
        assertThat(text)
                .containsPattern(
                        "\\d+ samples of kind jfr.ExecutionSample, one every 10 ms\\. These are counts of samples,")
                .containsPattern(" " + total.get(HOT) + " +[0-9.]+  " + HOT.substring(HOT.indexOf(' ') + 1));
    }

    private void assertCollapsed() throws IOException {
        Path collapsed = recording.resolveSibling("hot.collapsed");
        JvmResult result = jvms.jtracer("convert", "-f", "collapsed", recording.toString(), "-o", collapsed.toString())
                .run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        Map<String, Long> lines = new TreeMap<>();
        for (String line : Files.readAllLines(collapsed)) {
            int space = line.lastIndexOf(' ');
            String[] frames = line.substring(0, space).split(";", 2);
            String stack = countsOfKinds.size() > 1
                    ? frames[1].replaceFirst("^\\(([^)]*)\\)", "$1")
                    : countsOfKinds.keySet().iterator().next() + ";" + frames[1];
            assertThat(frames[0]).matches("\\[.* tid=\\d+]");
            lines.merge(stack, Long.parseLong(line.substring(space + 1)), Long::sum);
        }
        assertThat(lines).isEqualTo(stacks);
        assertThat(result.stderr()).contains(total() + " samples of ");
    }

    private void assertSpeedscope() throws IOException {
        Path speedscope = recording.resolveSibling("hot.speedscope.json");
        JvmResult result = jvms.jtracer(
                        "convert",
                        "--names",
                        "full",
                        "-f",
                        "speedscope",
                        recording.toString(),
                        "-o",
                        speedscope.toString())
                .run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        Map<String, Object> file = JsonValue.object(Files.readString(speedscope));
        List<String> frames = list(object(file.get("shared")).get("frames")).stream()
                .map(frame -> text(frame, "name"))
                .toList();
        Map<String, Long> found = new TreeMap<>();
        for (Map<String, Object> profile : list(file.get("profiles"))) {
            if ("sampled".equals(profile.get("type"))) {
                String name = text(profile, "name");
                String kind = name.substring(name.lastIndexOf('(') + 1, name.length() - 1);
                for (Object sample : (List<?>) Objects.requireNonNull(profile.get("samples"))) {
                    StringBuilder stack = new StringBuilder(kind);
                    ((List<?>) sample)
                            .forEach(frame -> stack.append(';').append(frames.get(((Number) frame).intValue())));
                    found.merge(stack.toString(), 1L, Long::sum);
                }
            }
        }
        assertThat(found).isEqualTo(stacks);
    }

    private long total() {
        return countsOfKinds.values().stream().mapToLong(Long::longValue).sum();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(@Nullable Object value) {
        return (List<Map<String, Object>>) Objects.requireNonNull(value);
    }

    private static String text(Map<String, Object> object, String member) {
        return (String) Objects.requireNonNull(object.get(member), member);
    }

    private static long number(Map<String, Object> object, String member) {
        return ((Number) Objects.requireNonNull(object.get(member), member)).longValue();
    }
}
