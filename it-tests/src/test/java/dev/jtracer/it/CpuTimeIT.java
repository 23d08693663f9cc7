// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.WorkAndWait;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The CPU time of a slow call tells work from waiting, and agrees with what the program measures itself. */
class CpuTimeIT {
    private static final long MILLIS = 1_000_000;
    /** Limit of the CPU time that a call uses before and after its body measures. */
    private static final long AROUND_THE_BODY = 20 * MILLIS;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private record Limits(long least, long most) {}

    @Test
    void limitsOfTheReport_areAroundWhatTheProgramMeasures() throws IOException {
        JvmResult recorded = jvms.app(WorkAndWait.class)
                .agent("include=dev.jtracer.it.app.WorkAndWait,callbacks=off,output=trace.jtr")
                .run();
        Path recording = recorded.files(".jtr").get(0);
        Path converted = jvms.jtracer("convert", recording.toString(), "-o", "trace.json")
                .run()
                .files(".json")
                .get(0);
        Map<String, Limits> limits = limits(recording);

        for (String call : List.of("work", "pause", "workAndPause")) {
            long measured = Long.parseLong(recorded.stdout()
                    .lines()
                    .filter(line -> line.startsWith(call + "="))
                    .findFirst()
                    .orElseThrow()
                    .substring(call.length() + 1));
            Limits known = of(call, limits);
            assertThat(measured).as(call + " " + known).isLessThanOrEqualTo(known.most);
            assertThat(measured).as(call + " " + known).isGreaterThan(known.least - AROUND_THE_BODY);
        }
        assertThat(of("pause", limits).most).isLessThan(500 * MILLIS);
        assertThat(of("work", limits).least).isGreaterThan(100 * MILLIS);
        assertThat(limits(converted)).isEqualTo(limits);
        assertThat(jvms.jtracer("report", recording.toString()).run().stdout())
                .containsPattern(", CPU at most [0-9.]+ (ms|us), began [^ ]+ [a-z]+ on pause\n");
    }

    private static Limits of(String call, Map<String, Limits> limits) {
        return Objects.requireNonNull(limits.get(WorkAndWait.class.getName() + "." + call), call + " in " + limits);
    }

    private Map<String, Limits> limits(Path trace) throws IOException {
        Map<String, Limits> limits = new HashMap<>();
        for (Object call : (List<?>) Objects.requireNonNull(
                JsonReport.of(jvms, List.of(trace)).members().get("rootCalls"))) {
            Map<?, ?> fields = (Map<?, ?>) call;
            if (fields.get("cpuMostNanos") instanceof Number most) {
                Number least = (Number) Objects.requireNonNull(fields.get("cpuLeastNanos"));
                limits.put(String.valueOf(fields.get("name")), new Limits(least.longValue(), most.longValue()));
            }
        }
        return limits;
    }
}
