// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.callbacks.PriceRequest;
import dev.jtracer.it.app.CallsOnDemand;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.timeline.DrawnTimeline;
import dev.jtracer.it.timeline.TimelineAssert;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The command {@code report --svg}. */
class SvgIT {
    @RegisterExtension
    private final Jvms jvms = new Jvms();

    @Test
    void timeline_isTheSameForEveryFormOfARecording() throws IOException {
        Path recording = record();
        Path gzip = recording.resolveSibling("trace.json.gz");
        Path complete = recording.resolveSibling("trace.chrome-x.json");
        for (Path converted : List.of(gzip, complete)) {
            assertThat(jvms.jtracer("convert", recording.toString(), "-o", converted.toString())
                            .run()
                            .exitCode())
                    .isZero();
        }

        String main = numberOfMain(recording);
        String timeline = TimelineAssert.draw(jvms, recording, "--call", main);

        assertThat(TimelineAssert.draw(jvms, recording, "--call", main)).isEqualTo(timeline);
        assertThat(TimelineAssert.draw(jvms, gzip, "--call", main)).isEqualTo(timeline);
        DrawnTimeline drawn = DrawnTimeline.read(timeline);
        DrawnTimeline ofComplete = DrawnTimeline.read(TimelineAssert.draw(jvms, complete, "--call", main));
        assertThat(ofComplete.rows()).isEqualTo(drawn.rows());
        assertThat(ofComplete.arrows()).hasSameSizeAs(drawn.arrows());
        assertThat(drawn.arrows()).hasSizeGreaterThanOrEqualTo(6);
        assertThat(drawn.texts()).contains("main", "lookup", "reply");
    }

    @Test
    void threads_chooseTheRows() throws IOException {
        Path recording = record();

        DrawnTimeline timeline = DrawnTimeline.read(
                TimelineAssert.draw(jvms, recording, "--call", numberOfMain(recording), "--threads", "LOOK*;reply"));

        assertThat(timeline.rows()).hasSize(2);
        assertThat(timeline.texts()).contains("lookup", "reply").doesNotContain("main");
        assertThat(timeline.texts()).anyMatch(text -> text.startsWith("1 other thread "));
    }

    @Test
    void badValues_giveOneLine() {
        Path recording = record();

        assertLine(recording, "no thread of this window is named 'nobody'; there are 'main'", "--threads", "nobody");
        assertLine(recording, "there is no root call '4711'", "--call", "4711");
        assertLine(recording, "'0' after --call is not a number above 0", "--call", "0");
        assertLine(recording, "--from is not before --to", "--from", "2s", "--to", "1s");
        assertLine(recording, "nothing happens between --from and --to", "--from", "200s", "--to", "201s");
        assertLine(recording, "nothing happens between --from and --to", "--from", "200s");
        assertLine(recording, "'soon' after --from is no time", "--from", "soon");
        assertLine(recording, "--call chooses the window, as --from and --to do", "--call", "1", "--from", "1s");
        assertLine(recording, "'--json' is not an option of a timeline", "--json");
        JvmResult without = jvms.jtracer("report", recording.toString(), "--threads", "main")
                .run();
        assertThat(without.stderr().lines())
                .singleElement()
                .asString()
                .contains("'--threads' is an option of a timeline");
        Path taken = recording.resolveSibling("trace.svg");
        assertThat(report(recording, "-o", taken.toString()).exitCode()).isZero();
        assertLine(recording, "exists already", "-o", taken.toString());
    }

    @Test
    void manyCallsOfManyThreads_fitIntoMemoryAndTimeline() throws IOException {
        JvmResult result = jvms.app(CallsOnDemand.class, "60", "20000")
                .agent("wait=60s,include=" + CallsOnDemand.class.getName() + ",output=trace.jtr")
                .run();
        Path recording = result.files(".jtr").get(0);
        Path file = recording.resolveSibling("whole.svg");

        JvmResult drawn = jvms.jtracer("report", recording.toString(), "--svg", "--from", "0s", "-o", file.toString())
                .jvm("-Xmx64m")
                .run();

        assertThat(drawn.exitCode()).as(drawn.stderr()).isZero();
        assertThat(file).isRegularFile();
        assertThat(file.toFile().length()).isLessThanOrEqualTo(300_000);
        DrawnTimeline timeline = DrawnTimeline.read(Files.readString(file));
        assertThat(timeline.rows()).hasSize(16);
        assertThat(timeline.texts()).anyMatch(text -> text.startsWith("45 other threads"));
        // The run of each thread's callback and callOften are calls, too, and so are waits for a buffer.
        assertThat(timeline.calls()).isBetween(15L * 20_002 + 1, 15L * 20_002 + 1_000);
    }

    private void assertLine(Path recording, String line, String... options) {
        JvmResult result = report(recording, options);
        assertThat(result.exitCode()).isNotZero();
        assertThat(result.stdout()).isEmpty();
        assertThat(result.stderr().lines()).singleElement().asString().contains(line);
    }

    private JvmResult report(Path recording, String... options) {
        String[] command = new String[options.length + 3];
        command[0] = "report";
        command[1] = recording.toString();
        command[2] = "--svg";
        System.arraycopy(options, 0, command, 3, options.length);
        return jvms.jtracer(command).run();
    }

    /** Returns the number of the root call of main, which is open throughout and so comes last. */
    private String numberOfMain(Path recording) throws IOException {
        List<?> roots = (List<?>) Objects.requireNonNull(
                JsonReport.of(jvms, List.of(recording)).members().get("rootCalls"));
        assertThat((Map<?, ?>) roots.get(roots.size() - 1))
                .extracting("throughout")
                .isEqualTo(true);
        return Integer.toString(roots.size());
    }

    private Path record() {
        return jvms.app(PriceRequest.class)
                .agent("callbacks=all,include=dev.jtracer.examples.callbacks,output=trace.jtr")
                .run()
                .files(".jtr")
                .get(0);
    }
}
