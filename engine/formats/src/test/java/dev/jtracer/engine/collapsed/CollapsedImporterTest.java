// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.collapsed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.importer.TraceData;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollapsedImporterTest {
    private final CollapsedImporter importer = new CollapsedImporter();

    private static TraceData data(String name, String text) {
        return TraceData.of(name, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private ParsedTrace parse(String text) throws IOException {
        return new TraceProcessor(List.of(new MetaHandler(), new FunctionsHandler(), new ThreadsHandler()))
                .parse(importer.open(data("stacks.txt", text)));
    }

    private String tree(String text) throws IOException {
        return TraceText.tree(parse(text).data(ThreadsHandler.class));
    }

    @Test
    void commonFrames_areOneCall() throws IOException {
        assertThat(tree("""
                a;b 5
                a;b;c 2
                a;d 1
                e 4
                """)).isEqualTo("""
                stacks
                  a 0..8 self 0
                    b 0..7 self 5
                      c 5..7 self 2
                    d 7..8 self 1
                  e 8..12 self 4
                """);
    }

    @Test
    void threads_areRootsInBracketsWithTheirNumber() throws IOException {
        assertThat(tree("""
                [main tid=21];a;b 5
                [worker-1 [x] tid=22];a 3
                [main tid=21];a;b 2
                [tid=23];a 1
                """)).isEqualTo("""
                main
                  a 0..7 self 0
                    b 0..7 self 7
                worker-1 [x]
                  a 0..3 self 3

                  a 0..1 self 1
                """);
    }

    @Test
    void recursion_isKept() throws IOException {
        assertThat(tree("a;a;a 1\na;a 1")).isEqualTo("""
                stacks
                  a 0..2 self 0
                    a 0..2 self 1
                      a 0..1 self 1
                """);
    }

    @Test
    void namesWithSpaces_areWhole() throws IOException {
        assertThat(tree("void foo(int, long);operator new 1.5\r\n")).isEqualTo("""
                stacks
                  void foo(int, long) 0..1.5 self 0
                    operator new 0..1.5 self 1.5
                """);
    }

    @Test
    void badLines_areCountedWithTheFirstAsExample() throws IOException {
        ParsedTrace trace = parse(
                "a;b 1\n\na;c\na;d -1\na;e 1x\na;f 99999999999999999999\na;g 9000000000000000\na;h 9000000000000000\n");

        assertThat(trace.report().count(ImportProblem.BAD_LINE)).isEqualTo(5);
        assertThat(trace.report().examples().get(ImportProblem.BAD_LINE)).isEqualTo("stacks.txt line 3: 'a;c'");
    }

    @Test
    void aLineOfTenMillionCharacters_isOneBadLine() throws IOException {
        ParsedTrace trace = parse("a 1\n" + "x".repeat(10_000_000) + " 5\nb 1\n");

        assertThat(trace.report().count(ImportProblem.BAD_LINE)).isEqualTo(1);
        assertThat(trace.report().examples().get(ImportProblem.BAD_LINE)).hasSizeLessThan(300);
        assertThat(trace.data(FunctionsHandler.class).rows()).hasSize(2);
    }

    @Test
    void deepStacks_areRead() throws IOException {
        ParsedTrace trace = parse("a;".repeat(100_000) + "b 1");

        assertThat(trace.data(FunctionsHandler.class).rows().stream()
                        .mapToLong(row -> row.finished().count())
                        .sum())
                .isEqualTo(100_001);
    }

    @ParameterizedTest
    @CsvSource({
        "x.txt, a;b 1, true",
        "x.txt, hello 1, false",
        "x.collapsed, hello 1, true",
        "X.FOLDED, hello 1, true",
        "x.folded, hello, false",
        "x.txt, '{\"a\":1}', false",
        "x.folded, '', false",
    })
    void format_isKnownByAllLines(String name, String text, boolean known) throws IOException {
        assertThat(importer.canImport(data(name, text))).isEqualTo(known);
        assertThat(importer.canImport(data(name, "\n\n" + text + "\n"))).isEqualTo(known);
        assertThat(importer.canImport(data(name, text + "\nno count\n"))).isFalse();
    }

    @Test
    void framesAndThreadsBeyondTheLimit_shareOne() throws IOException {
        StringBuilder stacks = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            stacks.append("[worker tid=").append(i).append("];frame").append(i).append(" 1\n");
        }
        CollapsedImporter.CollapsedReader reader = new CollapsedImporter.CollapsedReader(
                "stacks.txt",
                new ByteArrayInputStream(stacks.toString().getBytes(StandardCharsets.UTF_8)),
                new ImportLimits(Long.MAX_VALUE, 100, 100, 10_000, 100, 10_000));

        ImportReport report = reader.read(event -> {});

        assertThat(reader.names().size()).isEqualTo(101);
        assertThat(reader.tracks().size()).isEqualTo(101);
        assertThat(reader.tracks().get(100).name()).isEqualTo("(other)");
        // frame99 on the last thread of its own, and then one call of all others on the thread of all others
        assertThat(report.count(ImportProblem.TOO_MANY_NAMES)).isEqualTo(2 + 2);
        assertThat(report.count(ImportProblem.TOO_MANY_IDS)).isEqualTo(1 + 2);
    }
}
