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

    @Test
    void statementsOfALoop_areCountedByTheCallAndLimited() {
        JvmResult traced = jvms.app(H2Workload.class)
                .onClassPath(Driver.class)
                .agent("include=" + H2Workload.class.getName() + ",output=h2.jtr")
                .run();
        String recording = traced.files(".jtr").get(0).toString();

        JvmResult few = jvms.jtracer("report", recording, "--max-sql", "10000").run();
        JvmResult many = jvms.jtracer("report", recording, "--max-sql", "100").run();

        assertThat(few.exitCode()).as(few.stderr()).isZero();
        assertThat(many.exitCode()).isEqualTo(1);
        assertThat(many.stdout()).isEqualTo(few.stdout()).contains("Statements of a root call or request");
        assertThat(many.stderr().replace(H2Workload.class.getName(), "H2Workload"))
                .isEqualTo("'H2Workload.main' made 4002 statements, more than 100;"
                        + " 'H2Workload.insert' made 'SQL insert into item values (?, ?, ?)' 2000 times\n");
    }

    private static void assertLongerThan(long nanos, List<StrictTrace.Call> calls) {
        for (StrictTrace.Call call : calls) {
            assertThat(call.durationNanos()).as(call.name()).isGreaterThanOrEqualTo(nanos);
            assertLongerThan(nanos, call.children());
        }
    }
}
