// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.H2Workload;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.util.List;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tracing of a whole database: some 4 million calls in 500 classes. */
class H2IT {
    private static final String UPDATE = "org.h2.jdbc.JdbcPreparedStatement.executeUpdate";
    private static final String QUERY = "org.h2.jdbc.JdbcPreparedStatement.executeQuery";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void insertsAndSelects_areAllInTheSegmentsAndInTheTotals() {
        JvmCommand h2 = jvms.app(H2Workload.class)
                .onClassPath(Driver.class)
                .jvm("-Xverify:all")
                .agent("include=org.h2");

        JvmResult traced = h2.run();

        assertSameBehaviour(traced, h2.runUntraced());
        List<StrictTrace> segments =
                traced.files(".json").stream().map(StrictTrace::scan).toList();
        assertThat(StrictTrace.count(segments, UPDATE)).isEqualTo(2_000);
        assertThat(StrictTrace.count(segments, QUERY)).isEqualTo(2_000);
        assertThat(traced.total(UPDATE).count()).isEqualTo(2_000);
        assertThat(traced.total(QUERY).count()).isEqualTo(2_000);
        assertThat(traced.totals()).hasSizeGreaterThan(1_000);
    }

    @Test
    void minDuration_keepsTheLongCallsAndAllTotals() {
        JvmResult traced = jvms.app(H2Workload.class)
                .onClassPath(Driver.class)
                .agent("include=org.h2,callbacks=off,min=50us,output=h2.json.gz")
                .run();

        List<StrictTrace> segments =
                traced.files(".json.gz").stream().map(StrictTrace::read).toList();
        assertThat(segments).hasSize(1);
        assertThat(segments.get(0).rows())
                .allSatisfy(row -> assertLongerThan(50_000, row.outer().children()));
        assertThat(traced.total(QUERY).count()).isEqualTo(2_000);
    }

    private static void assertLongerThan(long nanos, List<StrictTrace.Call> calls) {
        for (StrictTrace.Call call : calls) {
            assertThat(call.durationNanos()).as(call.name()).isGreaterThanOrEqualTo(nanos);
            assertLongerThan(nanos, call.children());
        }
    }
}
