// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.it.harness.StrictTrace.Pass;
import dev.jtracer.it.harness.StrictTrace.Place;
import dev.jtracer.it.harness.StrictTrace.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrictTraceReaderTest {
    private static final String GOOD = """
            [{"name":"thread_name","ph":"M","pid":1,"tid":7,"args":{"name":"main"}},
            {"name":" main","ph":"b","ts":0.000,"pid":1,"tid":7,"cat":"java","id2":{"local":"0x7"},"args":{"thread":"main"}},
            {"name":"A.a","ph":"b","ts":1.500,"pid":1,"tid":7,"cat":"java","id2":{"local":"0x7"}},
            {"name":"A.b","ph":"b","ts":2.000,"pid":1,"tid":7,"cat":"java","id2":{"local":"0x7"}},
            {"name":"A.b","ph":"e","ts":3.000,"pid":1,"tid":7,"cat":"java","id2":{"local":"0x7"},"args":{"threw":true}},
            {"name":"A.a","ph":"e","ts":4.000,"pid":1,"tid":7,"cat":"java","id2":{"local":"0x7"}},
            {"name":" main","ph":"e","ts":5.000,"pid":1,"tid":7,"cat":"java","id2":{"local":"0x7"}}]
            """;

    @Test
    void goodTrace_givesTreeAndCounts(@TempDir Path directory) throws IOException {
        StrictTrace trace = read(directory, GOOD);

        assertThat(trace.tree("main")).isEqualTo("A.a\n  A.b threw\n");
        assertThat(trace.countTable()).isEqualTo("1 A.a\n1 A.b\n");
        assertThat(trace.rows().get(0).outer().children().get(0).durationNanos())
                .isEqualTo(2_500);
    }

    @Test
    void callback_hasThePlacesOfItsPassAndItsRun(@TempDir Path directory) throws IOException {
        String row = "\"pid\":1,\"tid\":7,\"cat\":\"java\",\"id2\":{\"local\":\"0x7\"}";
        String passedToAbAndRun = """
                {"name":"A.b[0]","ph":"b","ts":2.250,ROW,"bind_id":"0x1","flow_out":true,"args":{"pass":true}},
                {"name":"A.b[0]","ph":"e","ts":2.250,ROW},
                {"name":"A.b[0]","ph":"b","ts":2.500,ROW,"bind_id":"0x1","flow_in":true,"args":{"callback":true}},
                {"name":"A.b[0]","ph":"e","ts":2.750,ROW},
                {"name":"A.b","ph":"e\"""".replace("ROW", row);

        StrictTrace trace = read(directory, GOOD.replace("{\"name\":\"A.b\",\"ph\":\"e\"", passedToAbAndRun));

        assertThat(trace.passes())
                .containsExactly(new Pass("main", "A.b", "A.b[0]", "0x1", "", new Place(7, 2_250, 1), ""));
        assertThat(trace.runs()).containsExactly(new Run("main", "A.b[0]", "0x1", false, new Place(7, 2_500, 2), ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    "ts":4.000           | "ts":2.500               | goes back in time
                    "ts":4.000           | "ts":4.0                 | three decimals
                    "ts":0.000           | "ts":-1.000              | three decimals
                    "A.a","ph":"e"       | "A.c","ph":"e"           | ends 'A.c' while 'A.a' is open
                    "A.a","ph":"e"       | "A.a","ph":"b"           | ends ' main' while
                    " main","ph":"e"     | " main","ph":"n"         | no end for 1 spans
                    "A.b","ph":"b"       | "A.b","ph":"i"           | has no place
                    "name":" main","ph":"b" | "name":"x","ph":"b"   | not named like its thread
                    "thread":"main"      | "thread":"x"             | does not have the name
                    "thread_name"        | "process_name"           | no thread_name before
                    "ts":4.000,"pid":1   | "ts":4.000,"pid":2       | another pid
                    "0x7"},"args"        | "0x8"},"args"            | another id2.local
                    "ph":"M"             | "ph":"X"                 | has no place
                    "ts":4.000,          | "ts":4.000,"cat":"c",    | Duplicate field
                    }]                   | }][]                     | text after
                    }]                   | }                        | end-of-input
                    """)
    void faultyTrace_isRefused(String part, String replacement, String message, @TempDir Path directory) {
        String faulty = GOOD.replaceFirst(Pattern.quote(part), replacement);

        assertThat(faulty).isNotEqualTo(GOOD);
        assertThatThrownBy(() -> read(directory, faulty))
                .satisfies(e -> assertThat(e instanceof UncheckedIOException ? e.getCause() : e)
                        .hasMessageContaining(message));
    }

    private static StrictTrace read(Path directory, String text) throws IOException {
        return StrictTrace.read(Files.writeString(directory.resolve("trace.json"), text));
    }
}
