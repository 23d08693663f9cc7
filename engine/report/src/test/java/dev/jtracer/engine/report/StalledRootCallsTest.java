// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.text.Styles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports show for how much of a root call its own JVM stalled. */
class StalledRootCallsTest {
    private static final String TRACE = """
            [
            {"ph":"b","name":"Orders.stalled","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":1.000},
            {"ph":"e","name":"Orders.stalled","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":9.000},
            {"ph":"b","name":"Orders.hardly","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":20.000},
            {"ph":"e","name":"Orders.hardly","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":27.000},
            {"ph":"b","name":"Other.process","cat":"java","id2":{"local":"0x1"},"pid":3,"tid":1,"ts":1.000},
            {"ph":"e","name":"Other.process","cat":"java","id2":{"local":"0x1"},"pid":3,"tid":1,"ts":7.000},
            {"ph":"i","s":"p","name":"stall","cat":"jtracer","pid":2,"tid":9,"ts":1.500,"args":{"stallNanos":1500}},
            {"ph":"i","s":"p","name":"stall","cat":"jtracer","pid":2,"tid":9,"ts":7.000,"args":{"stallNanos":4000}},
            {"ph":"i","s":"p","name":"stall","cat":"jtracer","pid":2,"tid":9,"ts":20.300,"args":{"stallNanos":400}}
            ]
            """;

    private final TraceReport report;

    StalledRootCallsTest(@TempDir Path directory) throws IOException {
        Path trace = Files.writeString(directory.resolve("t.json"), TRACE);
        report = TraceReport.read(TraceImport.open(List.of(trace)), new ReportLimits(5, 1_000));
    }

    @Test
    void text_saysForHowMuchOfACallTheJvmStalledFromATenthOn() {
        ReportText text = new ReportText(report, MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN);

        assertThat(text.request(1)).contains("  8.00 us, 4.50 us of it in stalls of the JVM, began +0 ns on ");
        assertThat(text.request(2)).contains("Orders.hardly").doesNotContain("stalls of the JVM");
        assertThat(text.request(3)).contains("Other.process").doesNotContain("stalls of the JVM");
        assertThat(text.requestList()).contains("Orders.stalled, 4.50 us of it in stalls of the JVM\n");
    }

    @Test
    void json_hasTheTimeOfEachCall() {
        assertThat(ReportJson.requests(report, 1)).contains("\"requestNanos\":8000,\"stalledNanos\":4500");
        assertThat(ReportJson.requests(report, 2)).contains("\"requestNanos\":7000,\"stalledNanos\":300");
        assertThat(ReportJson.requests(report, 3)).doesNotContain("stalledNanos");
    }
}
