// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.CallPaths;
import dev.jtracer.engine.handler.path.CallPathsHandler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What each test of JUnit's extension reached on its thread: its calls, their methods and its statements. */
final class TestCalls {
    static final ReportSection SECTION =
            new ReportSection(List.of(), (trace, threads) -> List.of(table(trace.data(CallPathsHandler.class))));

    private final CallPath test;
    private final Set<String> methods = new HashSet<>();
    private long statements;

    private TestCalls(CallPath test) {
        this.test = test;
        CallPath.visit(test.children(), (path, caller) -> {
            if (path.name().startsWith("SQL ")) {
                statements += path.calls() + path.unfinished();
            } else if (!path.name().equals(CallPath.OTHER)) {
                methods.add(path.name());
            }
        });
    }

    private static SectionTable table(CallPaths paths) {
        List<TestCalls> tests = new ArrayList<>();
        CallPath.visit(paths.roots(), (path, caller) -> {
            if (path.name().startsWith("test ")) {
                tests.add(new TestCalls(path));
            }
        });
        tests.sort(Comparator.comparingLong(row -> -row.test.totalNanos()));
        SectionTable table = SectionTable.of("tests", "Tests, on their thread, the longest first:", tests)
                .duration("took", row -> row.test.totalNanos())
                .count("calls", row -> row.test.callsWithin() - row.test.calls() - row.test.unfinished())
                .count("methods", row -> row.methods.size())
                .count("statements", row -> row.statements)
                .text("test", row -> row.test.name())
                .table();
        if (!tests.isEmpty()) {
            table.note("calls whose methods are not known", paths.dropped());
        }
        return table;
    }
}
