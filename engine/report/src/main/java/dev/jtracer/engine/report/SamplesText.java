// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.sample.MethodSamples;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.text.CountText;
import java.util.List;
import java.util.StringJoiner;

/**
 * The samples of a trace as text: what was sampled, and the samples by method.
 *
 * @param most rows of the table
 */
record SamplesText(SampleTotals samples, int most) {
    /** Appends the text; nothing for a trace without samples. */
    void append(StringBuilder text) {
        samples.problems()
                .forEach((problem, count) ->
                        text.append(problem.text()).append(": ").append(count).append("\n\n"));
        if (samples.other() > 0) {
            text.append(CountText.of(samples.other(), "sample"))
                    .append(" are below '(other)': there are too many different stacks\n\n");
        }
        for (SampleTotals.Kind kind : samples.kinds()) {
            kind(text, kind);
            methods(text, kind);
        }
    }

    private static void kind(StringBuilder text, SampleTotals.Kind kind) {
        text.append(CountText.of(kind.samples(), "sample"))
                .append(kind.name().isEmpty() ? "" : " of kind " + kind.name())
                .append(kind.periods().isEmpty() ? "" : ", ");
        StringJoiner periods = new StringJoiner(", later ");
        kind.periods()
                .forEach(period -> periods.add(period.contains("/") ? "at most " + period : "one every " + period));
        text.append(periods);
        if (kind.cutStacks() > 0) {
            text.append(", ").append(kind.cutStacks()).append(" of them without the outermost frames");
        }
        if (kind.withoutStack() > 0) {
            text.append(", ").append(kind.withoutStack()).append(" of them without a stack");
        }
        text.append(". These are counts of samples, not calls or times; by self:\n");
    }

    private void methods(StringBuilder text, SampleTotals.Kind kind) {
        List<MethodSamples> methods = samples.methods(kind);
        ColumnText table = new ColumnText("self", "self %", "total", "total %", "method");
        for (MethodSamples method : ColumnText.first(methods, most)) {
            table.row(
                    Long.toString(method.self()),
                    TotalsText.percent(method.self(), kind.samples()),
                    Long.toString(method.total()),
                    TotalsText.percent(method.total(), kind.samples()),
                    method.name());
        }
        table.appendTo(text);
        ColumnText.appendMore(text, methods.size(), most, "");
        text.append('\n');
    }
}
