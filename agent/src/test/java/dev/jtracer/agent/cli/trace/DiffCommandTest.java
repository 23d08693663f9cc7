// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.cli.command.CommandException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiffCommandTest {
    private static final String USAGE = "; write java -jar tracer.jar diff BEFORE... [--] AFTER... [options]";

    private static DiffCommand.Request parse(String line) throws CommandException {
        DiffCommand command = new DiffCommand();
        return command.request(command.parse(List.of(line.split(" "))));
    }

    @Test
    void sides_areSeparatedByDashes() throws CommandException {
        DiffCommand.Request request = parse("--fail-over=10% a b -- c --json");

        assertThat(request.before()).containsExactly(Path.of("a"), Path.of("b"));
        assertThat(request.after()).containsExactly(Path.of("c"));
        assertThat(request.json()).isTrue();
        assertThat(request.failOver().orElseThrow()).isCloseTo(1.1, Offset.offset(1e-9));
    }

    @Test
    void twoFiles_needNoDashes() throws CommandException {
        DiffCommand.Request request = parse("a b --fail-over 5");

        assertThat(request.before()).containsExactly(Path.of("a"));
        assertThat(request.after()).containsExactly(Path.of("b"));
        assertThat(request.failOver().orElseThrow()).isCloseTo(1.05, Offset.offset(1e-9));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    a                  | two recordings are needed
                    a b c              | '--' is missing between the recordings before and after
                    -- a b             | there is no recording before '--'
                    a b --             | there is no recording after '--'
                    a -- b -- c        | '--' is there twice
                    a b --html         | '--html' is not an option of diff; see java -jar tracer.jar help diff
                    a b --fail-over    | PERCENT after --fail-over is missing; see java -jar tracer.jar help diff
                    a b --fail-over x% | 'x%' after --fail-over is not a percentage; write for example 10%
                    a b --fail-over -3 | '-3' after --fail-over is not a percentage; write for example 10%
                    """)
    void misuse_isNamed(String line, String message) {
        assertThatThrownBy(() -> parse(line)).hasMessage(message.contains("; ") ? message : message + USAGE);
    }
}
