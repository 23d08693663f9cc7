// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.importer.TraceImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimeSplitTest {
    private static final CutWindow WHOLE = new CutWindow(CutWindow.OPEN_START, CutWindow.OPEN_END);

    private final Path directory;

    TimeSplitTest(@TempDir Path directory) {
        this.directory = directory;
    }

    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void parts_eachHaveTheirWindowAndTogetherTheWholeTrace(long seed) throws IOException {
        for (RandomCalls.Form form : RandomCalls.Form.values()) {
            RandomCalls trace = new RandomCalls(seed, form);
            List<CutWindow> windows = CutWindow.every(1 + trace.latest() / 3, 0, trace.latest());

            List<Path> files = split(trace, windows, form + "-");

            for (int i = 0; i < windows.size(); i++) {
                assertThat(CutCall.of(TraceImport.open(files.get(i))))
                        .as("part %d of %s%n%s", i + 1, form, trace.json())
                        .containsExactlyInAnyOrderElementsOf(
                                trace.expectedInFile(windows.get(i), CutWindow.OPEN_START));
            }
            Collections.shuffle(files, new Random(seed));
            assertThat(CutCall.of(TraceImport.open(files)))
                    .as("all parts of %s%n%s", form, trace.json())
                    .containsExactlyInAnyOrderElementsOf(trace.expectedInFile(
                            WHOLE, windows.get(windows.size() - 1).fromNanos()));
        }
    }

    private List<Path> split(RandomCalls trace, List<CutWindow> windows, String prefix) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int part = 1; part <= windows.size(); part++) {
            files.add(directory.resolve(prefix + part + ".json"));
        }
        new TimeSplit(
                        trace.source(),
                        windows,
                        1,
                        part -> Files.newOutputStream(files.get(part - 1)),
                        TraceLimits.DEFAULT)
                .run(() -> false);
        return files;
    }

    @Test
    void partsOfACall_haveItsArguments() throws IOException {
        String json = TraceText.json("""
                b 0x1 1 a "args":{"arguments":"count=2"}
                e 0x1 9 a "args":{"result":"3"}
                """);
        List<ByteArrayOutputStream> files = List.of(new ByteArrayOutputStream(), new ByteArrayOutputStream());

        new TimeSplit(
                        new ChromeTraceReader(
                                "a.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))),
                        CutWindow.every(5_000, 0, 9_000),
                        1,
                        part -> files.get(part - 1),
                        TraceLimits.DEFAULT)
                .run(() -> false);

        assertThat(files.get(0).toString(StandardCharsets.UTF_8)).contains("{\"arguments\":\"count=2\"}");
        assertThat(files.get(1).toString(StandardCharsets.UTF_8))
                .contains("{\"cont\":true,\"arguments\":\"count=2\"}", "{\"result\":\"3\"}");
    }
}
