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

/** The table of the tests of JUnit's extension: the calls of each on its thread, their methods, its statements. */
final class TestCalls {
    static final ReportSection SECTION =
            new ReportSection(List.of(), (trace, threads) -> List.of(table(trace.data(CallPathsHandler.class))));

    private final CallPath test;
    private final Set<String> methods = new HashSet<>();
    private long calls;
    private long statements;
    private long unknown;

    private TestCalls(CallPath test) {
        this.test = test;
        CallPath.visit(test.children(), (path, caller) -> {
            calls += path.calls() + path.unfinished();
            if (path.name().equals(CallPath.OTHER)) {
                unknown += path.calls() + path.unfinished();
            } else if (path.name().startsWith("SQL ")) {
                statements += path.calls();
            } else if (path.name().indexOf(' ') < 0 && !path.name().endsWith("]")) { // requests, measures, callbacks
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
                .count("calls", row -> row.calls)
                .count("methods", row -> row.methods.size())
                .count("statements", row -> row.statements)
                .text("test", row -> row.test.name())
                .table();
        tests.forEach(test -> table.note("calls whose methods are not known", test.unknown));
        paths.roots().stream()
                .filter(root -> root.name().equals(CallPath.OTHER) && !tests.isEmpty())
                .forEach(root -> table.note("root calls that may be tests", root.calls() + root.unfinished()));
        return table;
    }
}
