// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import dev.jtracer.engine.DamagedBytes;
import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.fuzz.FuzzedCommands;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each command on damaged files of each format, in a heap of 96 MB. Runs for 20 seconds, or as long as
 * {@code -Djtracer.fuzz.minutes} says, from the round {@code -Djtracer.fuzz.round} on.
 */
@EnabledOnOs(OS.LINUX)
class CommandFuzzIT {
    private static final long MINUTES = Long.getLong("jtracer.fuzz.minutes", 0);
    private static final long SHORT_SECONDS = 20;

    @RegisterExtension
    private final Jvms jvms = new Jvms();

    @Test
    void damagedFiles_endInOneDocumentedWay() throws IOException {
        Path seeds = seeds();
        long seconds = MINUTES > 0 ? MINUTES * 60 : SHORT_SECONDS;

        JvmProcess fuzz = jvms.app(
                        FuzzedCommands.class,
                        seeds.toString(),
                        jvms.newDirectory("work").toString(),
                        TracerJar.path().toString(),
                        Long.toString(seconds),
                        Long.getLong("jtracer.fuzz.round", 1).toString())
                .onClassPath(TracerJar.path())
                .onClassPath(JsonParser.class, DamagedBytes.class)
                .jvm("-Xmx96m", "-XX:+UseSerialGC")
                .start();
        JvmResult result = fuzz.awaitExit();

        result.stdout().lines().filter(line -> line.startsWith("rounds ")).forEach(System.out::println);
        assertThat(result.exitCode()).as(end(result.stderr())).isZero();
        assertThat(result.stdout().lines().filter(line -> line.startsWith("fault: ")))
                .isEmpty();
        assertThat(end(result.stdout())).containsPattern("exit codes .*, faults 0");
    }

    private static String end(String text) {
        return text.substring(Math.max(0, text.length() - 10_000));
    }

    /** Makes a small file of each format that commands read. */
    private Path seeds() throws IOException {
        Path seeds = jvms.newDirectory("seeds");
        Path recording = seeds.resolve("shop.jtr");
        JvmResult recorded = jvms.app(Shop.class)
                .agent("include=dev.jtracer.examples,jfr=on,output=" + recording)
                .run();
        assertThat(recorded.exitCode()).as(recorded.stderr()).isZero();
        assertThat(seeds.resolve("shop.jfr")).isNotEmptyFile();
        kill(seeds);
        convert(recording, "shop.json");
        convert(recording, "packed.json.gz");
        convert(recording, "complete.json", "-f", "chrome-x");
        convert(recording, "shop.collapsed.txt", "-f", "collapsed");
        jtracer("report", recording.toString(), "-o", seeds.resolve("shop.html").toString());
        jtracer(
                "report",
                recording.toString(),
                "--partial",
                seeds.resolve("shop.part").toString());
        try (OutputStream out = Files.newOutputStream(seeds.resolve("shop.zip"));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("trace.json"));
            Files.copy(seeds.resolve("complete.json"), zip);
        }
        return seeds;
    }

    /** Leaves the recording of a JVM that was killed, and its spool. */
    private void kill(Path seeds) throws IOException {
        Path recording = seeds.resolve("killed.jtr");
        JvmProcess app = jvms.app(Stepper.class)
                .agent("include=dev.jtracer.it.app,spool=1m,output=" + recording)
                .start();
        app.awaitStdout("ready");
        app.ask("call 50000", " ok\n");
        app.kill();
        try (Stream<Path> files = Files.list(seeds)) {
            Path spool = files.filter(file -> file.toString().endsWith(".spool"))
                    .findFirst()
                    .orElseThrow();
            Files.move(spool, seeds.resolve("killed.spool"));
        }
    }

    private void convert(Path recording, String name, String... options) {
        List<String> line = new ArrayList<>(List.of(
                "convert",
                recording.toString(),
                "-o",
                recording.resolveSibling(name).toString()));
        line.addAll(List.of(options));
        jtracer(line.toArray(new String[0]));
    }

    private void jtracer(String... line) {
        JvmResult result = jvms.jtracer(line).run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
    }
}
