// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.request.Requests;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.text.PlainText;
import java.util.OptionalLong;
import java.util.StringJoiner;

/**
 * The totals of a report as comma-separated values (RFC 4180), one line a method, one a route of HTTP requests and
 * one a callback; times in nanoseconds. What a line does not have is empty.
 */
public final class ReportCsv {
    private static final String TITLES =
            "kind,name,count,total_ns,self_ns,min_ns,avg_ns,p50_ns,p99_ns,max_ns,threw,unfinished,"
                    + "passes,not_run,unclear,wait_count,wait_total_ns,wait_avg_ns,wait_p50_ns,wait_p99_ns,wait_max_ns,"
                    + "site,repeated,not_needed,self_without_tracer_ns";

    private ReportCsv() {}

    /** Returns the whole text; lines end with CR LF, as RFC 4180 has it; names are plain and no formulas. */
    public static String of(TraceReport report) {
        StringBuilder text = new StringBuilder(TITLES).append("\r\n");
        TimingCost cost = new TimingCost(report);
        for (Functions.Row row : MethodOrder.SELF.sort(report.functions().rows())) {
            OptionalLong withoutTracer = cost.selfWithoutTracer(row);
            String last = withoutTracer.isPresent() ? Long.toString(withoutTracer.getAsLong()) : "";
            StringJoiner line = new StringJoiner(",", "", ",,,,,,,,,,,,," + last + "\r\n");
            line.add("method").add(quoted(row.name()));
            durations(line, row.calls(), row.outermostNanos(), Long.toString(row.selfNanos()), row.durations());
            add(line, row.threw(), row.unfinished());
            text.append(line);
        }
        for (Requests.Row row : report.requests().byTotal()) {
            StringJoiner line = new StringJoiner(",", "", ",,,,,,,,,,,,,\r\n");
            line.add("request").add(quoted(row.name()));
            durations(line, row.durations(), row.durations().totalNanos(), "", row.distribution());
            add(line, report.threw(row.name()), row.notEnded());
            text.append(line);
        }
        for (Callbacks.Row row : report.callbacks().rows()) {
            StringJoiner line = new StringJoiner(",", "", ",\r\n");
            line.add("callback").add(quoted(row.name()));
            durations(line, row.run(), row.outermostNanos(), Long.toString(row.selfNanos()), row.runs());
            Durations wait = row.runDelay();
            add(line, row.threw(), row.unfinished(), row.passes(), row.notRunYet(), row.unclear());
            add(line, wait.count(), wait.totalNanos());
            spread(line, wait, row.runDelays());
            line.add(quoted(row.site()));
            add(line, row.repeated(), row.notNeeded());
            text.append(line);
        }
        return text.toString();
    }

    private static void durations(
            StringJoiner line, Durations durations, long totalNanos, String selfNanos, Histogram histogram) {
        add(line, durations.count(), totalNanos);
        line.add(selfNanos);
        add(line, durations.minNanos());
        spread(line, durations, histogram);
    }

    /** Adds the average, the median, the 99th percentile and the longest. */
    private static void spread(StringJoiner line, Durations durations, Histogram histogram) {
        add(
                line,
                Math.round(durations.averageNanos()),
                durations.percentileNanos(histogram, 50),
                durations.percentileNanos(histogram, 99),
                durations.maxNanos());
    }

    private static void add(StringJoiner line, long... values) {
        for (long value : values) {
            line.add(Long.toString(value));
        }
    }

    private static String quoted(String name) {
        return '"' + PlainText.ofCell(name).replace("\"", "\"\"") + '"';
    }
}
