// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.NamedVirtualThreads;
import dev.jtracer.it.app.ParkedPass;
import dev.jtracer.it.app.threads.VirtualThreads;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class VirtualThreadsIT {
    private static final String CLASS = "dev.jtracer.it.app.threads.VirtualThreads.";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @BeforeEach
    void virtualThreadsExist() {
        assumeTrue(Jdk.feature() >= 21, "virtual threads need Java 21, this is " + Jdk.feature());
    }

    @Test
    void callbackOnItsWay_isThatOfItsThreadAlone() {
        String name = ParkedPass.class.getName();
        JvmResult traced = jvms.app(ParkedPass.class)
                .jvm("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1")
                .agent("include=" + name + ",exclude=" + name + "$Left")
                .run();

        assertThat(traced.stdout().trim()).isEqualTo("1");
        StrictTrace trace = traced.trace();
        assertThat(trace.passesOf(name + "$Direct.take[0]")).singleElement().satisfies(pass -> assertThat(pass.site())
                .isEmpty());
        assertThat(trace.passesOf(name + "$Service.take[0]")).singleElement().satisfies(pass -> assertThat(pass.site())
                .startsWith(name + ".pass:"));
    }

    @Test
    void parkingInMidCall_leavesEachThreadItsOwnCalls() {
        JvmCommand virtual = jvms.app(VirtualThreads.class).agent("include=dev.jtracer.it.app.threads");

        JvmResult traced = virtual.run();

        assertSameBehaviour(traced, virtual.runUntraced());
        StrictTrace trace = traced.trace();
        List<StrictTrace.Row> travellers = trace.rows().stream()
                .filter(row -> row.thread().equals("virtual threads"))
                .toList();
        assertThat(travellers).hasSize(20).allSatisfy(traveller -> {
            StringBuilder step = new StringBuilder();
            step.append(CLASS).append("step\n");
            step.append("  ").append(CLASS).append("parkInMidCall\n");
            step.append("  ").append(CLASS).append("parkInMidCall\n");
            StrictTrace.Call thread = traveller.outer().children().get(0);
            assertThat(thread.name()).isEqualTo("java.lang.VirtualThread.start[this]");
            StrictTrace.Call lambda = thread.children().get(0);
            StrictTrace.Call journey = lambda.children().get(0);
            assertThat(journey.name()).isEqualTo(CLASS + "journey");
            assertThat(StrictTrace.tree(journey.children()))
                    .isEqualTo(step.toString().repeat(10));
        });
    }

    @Test
    void ownNames_areKeptInEveryFormat() throws IOException {
        Path recording = jvms.newDirectory("named").resolve("trace.jtr");
        JvmResult traced = jvms.app(NamedVirtualThreads.class, "20")
                .agent("print=calls,include=" + NamedVirtualThreads.class.getName() + ",output=" + recording)
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stderr()).contains("order-7-of-customer");
        for (String format :
                List.of("chrome", "chrome-x", "perfetto", "firefox", "speedscope", "collapsed", "devtools")) {
            assertThat(names(recording, format)).as(format).hasSize(20);
        }
        assertThat(converted(recording, "firefox")).containsPattern("thread-[0-9]+");
    }

    @Test
    void namesBeyondTheLimit_areDropped() throws IOException {
        Path recording = jvms.newDirectory("many").resolve("trace.jtr");
        JvmResult traced = jvms.app(NamedVirtualThreads.class, "3000")
                .agent("include=" + NamedVirtualThreads.class.getName() + ",output=" + recording)
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        // Carriers that announce at the same moment may announce one more each.
        assertThat(names(recording, "speedscope")).hasSizeBetween(900, 1_010);
        JvmResult report =
                jvms.jtracer("report", recording.toString(), "--json").run();
        assertThat(report.stdout()).containsPattern("\"threadNamesDropped\": ?(199|20|21)[0-9]+\\b");
    }

    @Test
    void threadsOfAnEarlierRecording_keepTheirNames() throws IOException {
        JvmProcess app = jvms.app(NamedVirtualThreads.class, "20", "stay")
                .jvm("-XX:+EnableDynamicAgentLoading")
                .agent("output=%n.jtr,include=" + NamedVirtualThreads.class.getName())
                .start();
        app.awaitStdout("ready");
        for (String command : List.of("stop", "start")) {
            JvmResult done = jvms.jtracer(command, Long.toString(app.pid())).run();
            assertThat(done.exitCode()).as(done.stderr()).isZero();
        }
        Await.until("calls of the second recording", () -> jvms.jtracer("top", "--once", Long.toString(app.pid()))
                .run()
                .stdout()
                .contains("NamedVirtualThreads.call"));
        app.send("");
        JvmResult traced = app.awaitExit();

        List<Path> recordings = traced.files(".jtr");
        assertThat(recordings).hasSize(2);
        assertThat(names(recordings.get(1), "speedscope")).hasSize(20);
    }

    private Set<String> names(Path recording, String format) throws IOException {
        return Pattern.compile("order-[0-9]+-of-customer")
                .matcher(converted(recording, format))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    private String converted(Path recording, String format) throws IOException {
        Path file = jvms.newDirectory(format).resolve("converted");
        JvmResult result = jvms.jtracer("convert", recording.toString(), "-f", format, "-o", file.toString())
                .run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
