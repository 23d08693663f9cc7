// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.CommandException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportRequestTest {
    private static final ReportCommand COMMAND = new ReportCommand();

    private static String form(String line) throws CommandException {
        Arguments arguments = COMMAND.parse(List.of(line.split(" ")));
        if (SvgReport.isWanted(arguments)) {
            SvgReport.of(arguments, COMMAND);
            return "SVG";
        }
        return ReportRequest.of(arguments, COMMAND).form().name();
    }

    @ParameterizedTest
    @CsvSource({
        "a, TEXT",
        "a -o b.txt, TEXT",
        "a -o b.htm, HTML",
        "a -o b.SVG, SVG",
        "a --json, JSON",
        "a --json -o -, JSON",
        "a --json -o b.json, JSON",
        "a --csv -o b.txt, CSV",
        "a --by request --call 1, REQUESTS",
        "a --by request --json, REQUESTS_JSON",
        "a --call 1 --json -o b.json, REQUESTS_JSON",
        "a --call 1 -o b.txt, REQUESTS",
        "a --call 1 -o b.svg, SVG",
        "a --method b.C.d -o b.txt, METHOD",
        "a --svg, SVG",
        "a --svg -o b, SVG",
    })
    void form_isThatOfTheOptionOrTheExtension(String line, String form) throws CommandException {
        assertThat(form(line)).isEqualTo(form);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            a --html --json          | '--html' and '--json' name two forms of the report; omit one of them
            a --json --csv           | '--json' and '--csv' name two forms of the report; omit one of them
            a --by request --csv     | '--csv' and '--by' name two forms of the report; omit one of them
            a --call 1 --csv         | '--csv' and '--call' name two forms of the report; omit one of them
            a --method m --json      | '--json' and '--method' name two forms of the report; omit one of them
            a --method m -o b.svg    | '--method' and the extension of 'b.svg' name two forms of the report; omit --method, or change the extension
            a --method m --svg       | '--method' is not an option of a timeline; omit it, or --svg
            a --method m --merge     | the slowest calls of a method are in the traces themselves; omit --merge and name them
            a --json -o b.html       | '--json' and the extension of 'b.html' name two forms of the report; omit --json, or change the extension
            a --csv -o b.svg         | '--csv' and the extension of 'b.svg' name two forms of the report; omit --csv, or change the extension
            a --call 1 -o b.json     | '--call' and the extension of 'b.json' name two forms of the report; omit --call, or change the extension
            a --html --max-sql 9     | a page or a partial report has no --max-sql; use it with text, JSON or CSV
            a --merge --max-sql 9    | a page or a partial report has no --max-sql; use it with text, JSON or CSV
            a --csv --sort total     | '--sort' orders the table of methods as text; omit it, or the other form
            a -o b.json --sort total | '--sort' orders the table of methods as text; omit it, or the other form
            a --svg -o b.html        | '--svg' and the extension of 'b.html' name two forms of the report; omit --svg, or change the extension
            """)
    void contradiction_isRefused(String line, String message) {
        assertThatThrownBy(() -> form(line))
                .hasFieldOrPropertyWithValue("exitCode", 2)
                .hasMessage(message);
    }
}
