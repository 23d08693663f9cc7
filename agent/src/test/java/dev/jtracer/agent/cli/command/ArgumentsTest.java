// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    private static final CommandOption OUTPUT = CommandOption.of("-o", "--output", "FILE", "file to write");
    private static final CommandOption JSON = CommandOption.flag("--json", "print JSON");

    private static Command command(boolean separates) {
        return new Command("make", "FILE...", "make it", List.of(OUTPUT, JSON), separates) {
            @Override
            protected void execute(Arguments arguments, Terminal terminal) {
                throw new AssertionError("only its arguments are parsed");
            }
        };
    }

    private static Arguments parse(String... words) throws CommandException {
        return command(false).parse(List.of(words));
    }

    @ParameterizedTest
    @CsvSource({"-o x a", "a -o x", "--output x a", "a --output=x", "-o y a -o x"})
    void value_isGivenInEachWay(String line) throws CommandException {
        Arguments arguments = parse(line.split(" "));

        assertThat(arguments.value(OUTPUT)).isEqualTo("x");
        assertThat(arguments.operands()).containsExactly("a");
        assertThat(arguments.has(JSON)).isFalse();
        assertThat(arguments.separator()).isEqualTo(-1);
    }

    @Test
    void value_mayBeEmptyOrBeginWithADash() throws CommandException {
        assertThat(parse("--output=").value(OUTPUT)).isEmpty();
        assertThat(parse("-o", "-").value(OUTPUT)).isEqualTo("-");
        assertThat(parse("--output=a=b, c").value(OUTPUT)).isEqualTo("a=b, c");
    }

    @Test
    void singleDash_isAnOperand() throws CommandException {
        assertThat(parse("-", "--json").operands()).containsExactly("-");
    }

    @Test
    void wordsAfterTwoDashes_areOperands() throws CommandException {
        Arguments arguments = parse("a", "--", "--json", "--", "-o");

        assertThat(arguments.operands()).containsExactly("a", "--json", "--", "-o");
        assertThat(arguments.separator()).isEqualTo(1);
        assertThat(arguments.has(JSON)).isFalse();
    }

    @Test
    void twoDashesThatSeparate_doNotEndTheOptions() throws CommandException {
        Arguments arguments = command(true).parse(List.of("a", "--", "b", "--json"));

        assertThat(arguments.operands()).containsExactly("a", "b");
        assertThat(arguments.separator()).isEqualTo(1);
        assertThat(arguments.has(JSON)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --jsno   | '--jsno' is not an option of make; did you mean '--json'?
            --xml    | '--xml' is not an option of make; see java -jar tracer.jar help make
            -o       | FILE after -o is missing; see java -jar tracer.jar help make
            --json=1 | '--json' takes no value; see java -jar tracer.jar help make
            """)
    void misuse_isNamed(String line, String message) {
        assertThatThrownBy(() -> parse(line.split(" "))).hasMessage(message);
    }
}
