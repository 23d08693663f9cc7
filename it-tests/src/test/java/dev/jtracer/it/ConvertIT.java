// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.recursion.Fibonacci;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The command {@code convert} as a process: its stdout, and what an interrupt leaves. */
class ConvertIT {
    private static final String CALL =
            "{\"ph\":\"b\",\"pid\":1,\"tid\":1,\"ts\":%d,\"name\":\"a.A.x\",\"cat\":\"java\",\"id2\":{\"local\":\"0x1\"}},\n"
                    + "{\"ph\":\"e\",\"pid\":1,\"tid\":1,\"ts\":%d,\"name\":\"a.A.x\",\"cat\":\"java\",\"id2\":{\"local\":\"0x1\"}}";

    @RegisterExtension
    private final Jvms jvms = new Jvms();

    @Test
    void stdout_holdsTheTraceAlone() throws IOException {
        Path directory = jvms.newDirectory("in");
        Path input = Files.writeString(directory.resolve("in.json"), "[" + CALL.formatted(1, 2) + "]");

        JvmResult result = jvms.jtracer("convert", input.toString(), "-f", "csv", "-o", "-")
                .run();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stdout().lines())
                .containsExactly(
                        "pid,tid,thread,depth,start_ns,duration_ns,self_ns,name,threw,unfinished,args",
                        "1,1,0x1,0,1000,1000,1000,a.A.x,0,0,");
        assertThat(result.stderr()).startsWith("1 call of 2 events in ").hasLineCount(1);
        assertThat(files(result.directory())).isEmpty();
    }

    /** Call trees of these calls alone would take 100 MB. */
    @Test
    void flameGraph_ofAnyLengthFitsIntoASmallHeap() throws IOException {
        Path recording = jvms.newDirectory("in").resolve("fibonacci.jtr");
        JvmResult recorded = jvms.app(Fibonacci.class, "29")
                .agent("include=dev.jtracer.it.app.recursion,output=" + recording)
                .run();
        assertThat(recorded.exitCode()).as(recorded.stderr()).isZero();

        JvmResult result = jvms.jtracer("convert", recording.toString(), "-f", "collapsed", "-o", "-")
                .jvm("-Xmx64m")
                .run();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        // fib(29) makes 2 * fib(30) - 1 calls; main is one more, and of the 701 of descend the limit of depth leaves
        // 499.
        assertThat(result.stderr()).contains("203 calls below the depth limit");
        long calls = Long.parseLong(result.stderr().substring(0, result.stderr().indexOf(" calls of ")));
        int ofProgram = 2 * 832_040 - 1 + 1 + 498;
        // On a busy machine it may wait for buffers, each time in a call of its own.
        assertThat(calls).isBetween((long) ofProgram, ofProgram + 100L);
        String deep = "];" + Fibonacci.class.getName() + ".main" + (";" + Fibonacci.class.getName() + ".fib").repeat(20)
                + " ";
        assertThat(result.stdout().lines())
                .filteredOn(line -> line.startsWith("[main tid=") && line.contains(deep))
                .hasSize(1);
    }

    @Test
    void interrupt_removesTheIncompleteFile() throws Exception {
        Path directory = jvms.newDirectory("in");
        Path input = directory.resolve("in.json");
        assertThat(new ProcessBuilder("mkfifo", input.toString()).start().waitFor())
                .isZero();
        Path trace = directory.resolve("out.json");
        JvmProcess conversion = jvms.jtracer("convert", input.toString(), "-o", trace.toString())
                .start();
        try (OutputStream writer = Files.newOutputStream(input)) {
            // More than is read to recognise the format, and then nothing: the conversion waits in the middle.
            StringBuilder events = new StringBuilder("[");
            for (int i = 0; i < 4_000; i++) {
                events.append(i == 0 ? "" : ",\n").append(CALL.formatted(2 * i, 2 * i + 1));
            }
            writer.write(events.toString().getBytes(StandardCharsets.UTF_8));
            writer.flush();
            Await.until("the output", () -> Files.exists(trace));

            conversion.signal("INT");

            JvmResult result = conversion.awaitExit();
            assertThat(result.exitCode()).isEqualTo(130);
            assertThat(result.stderr())
                    .isEqualTo("interrupted; removing the incomplete '" + trace + "'" + System.lineSeparator());
            assertThat(result.stdout()).isEmpty();
            assertThat(files(directory)).containsExactly(input);
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
