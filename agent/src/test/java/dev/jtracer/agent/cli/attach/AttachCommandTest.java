// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.cli.command.Terminal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttachCommandTest {
    private static final Terminal NOWHERE = terminal();

    private static Terminal terminal() {
        PrintStream stream = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return new Terminal(stream, stream, Path.of("tracer.jar"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            include=x for=soon    | 'soon' in for= is not a time; write for example for=10s
            for=10s,include=x     | '10s,include=x' in for= is not a time; write for= as a word of its own
            include=x,for=10s     | for= is no option of the agent; write for= as a word of its own
            """)
    void mistakesInFor_areRefusedBeforeTheAttach(String words, String message) {
        AttachCommand command = new AttachCommand(new ListCommand());

        assertThatThrownBy(() -> command.run(List.of(("1 " + words).split(" ")), NOWHERE))
                .hasFieldOrPropertyWithValue("exitCode", 2)
                .hasMessage(message);
    }
}
