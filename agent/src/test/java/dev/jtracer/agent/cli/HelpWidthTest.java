// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every page of the help fits into a terminal of 80 columns. */
class HelpWidthTest {
    static Stream<String> topics() {
        return Stream.concat(
                Stream.of("", "options", "formats"),
                Main.commands().all().stream().map(Command::name));
    }

    @ParameterizedTest
    @MethodSource("topics")
    void help_hasAtMost80Columns(String topic) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);

        int exitCode = new Main(Main.commands(), new Terminal(stream, stream, Path.of("tracer.jar")))
                .run(topic.isEmpty() ? List.of("help") : List.of("help", topic));

        assertThat(exitCode).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).allMatch(line -> line.length() <= 80);
    }
}
