// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.handler.totals.SlowPass;
import dev.jtracer.engine.handler.totals.ThreadCpu;
import dev.jtracer.engine.handler.totals.Wait;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DecimalText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.NameText;
import dev.jtracer.engine.text.PlainText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/**
 * A root call and what is within it, as an indented text:
 *
 * <pre>
 *   1  1.40 s  began +3.21 s on http-8080-exec-3
 *        1.40 s        1 x  OwnerController.showAll
 *        1.39 s        1 x    OwnerService.findAll
 *        1.31 s      392 x      PetRepository.findByOwner  avg 3.34 ms, 94 % of the root call
 *      48.1 ms  OwnerService.findAll waits for OwnerService.findAll:31 -> ExecutorService.submit[0]: ran 48.0 ms on pool-1
 * </pre>
 *
 * @param text receives the lines
 * @param names gives what to print for a name
 */
record RequestText(StringBuilder text, TraceReport report, UnaryOperator<String> names) {
    /** A call is listed if it took this part of the root call. */
    private static final int PART = 10;
    /** Calls that are repeated so often for one root call are worth a remark. */
    private static final int REPEATED = 10;

    private static final int MOST_PATH_NAMES = 8;

    /** A line: a call at its depth, after a number of calls that are skipped because they only pass the time on. */
    private record Line(CallPath path, int depth, int skipped) {}

    /** Appends a root call with what took at least a tenth of it, at most some lines. */
    void heaviest(int number, RootCall call, int most) {
        heading(number, call);
        CallPath root = call.path();
        List<Line> lines = lines(root, root.totalNanos() / PART);
        if (lines.size() > most) {
            lines = withoutPassOn(lines, most);
        }
        calls(root, ColumnText.first(lines, most));
        if (lines.size() > most) {
            text.append("       ").append(lines.size() - most).append(" more of at least a tenth\n");
        }
        statesAndWaits(call);
    }

    /** Appends a root call with all calls within it. */
    void all(int number, RootCall call) {
        heading(number, call);
        statesAndWaits(call);
        calls(call.path(), lines(call.path(), 0));
    }

    private void heading(int number, RootCall call) {
        text.append("  " + number + "  " + DurationText.of(call.requestNanos()) + cpu(call) + stalled(call) + ", began "
                + report.offset(call.startNanos()) + " on " + NameText.of(report.threadName(call.track())));
        call.arguments().forEach((key, value) -> text.append(", " + key + " " + PlainText.of(value.toString())));
        text.append(itself(call)).append('\n');
    }

    /** Returns the CPU time of a call of a duration where it is known to a quarter of that; empty otherwise. */
    private static String cpu(ThreadCpu.Range cpu, long duration) {
        if (!cpu.isKnown() || cpu.mostNanos() - cpu.leastNanos() > duration / 4) {
            return "";
        }
        String most = DurationText.of(cpu.mostNanos());
        String least = DurationText.of(cpu.leastNanos());
        boolean isFromNone = cpu.leastNanos() < duration / 100;
        return ", CPU " + (least.equals(most) ? most : isFromNone ? "at most " + most : least + " to " + most);
    }

    /** Returns for how much of a call the JVM stalled, if that is worth a remark; empty otherwise. */
    static String stalled(RootCall call) {
        long nanos = call.stalledNanos();
        return nanos == 0 || nanos < call.requestNanos() / PART
                ? ""
                : ", " + DurationText.of(nanos) + " of it in stalls of the JVM";
    }

    /** Returns what to say of a call throughout, or one that ended before its request; empty for any other. */
    static String itself(RootCall call) {
        if (call.throughout()) {
            return ", open from the first call to the last";
        }
        return call.requestNanos() == call.durationNanos()
                ? ""
                : ", the call itself " + DurationText.of(call.durationNanos()) + cpu(call.cpu(), call.durationNanos());
    }

    /** Returns the CPU time of a call that is its whole request, if it is known; empty otherwise. */
    static String cpu(RootCall call) {
        return call.requestNanos() == call.durationNanos() ? cpu(call.cpu(), call.durationNanos()) : "";
    }

    /** Appends what the thread of a root call did, and what the call waited for, a line for each wait. */
    private void statesAndWaits(RootCall call) {
        states(call.track(), call.startNanos(), call.durationNanos(), "");
        waits(call.waits(), "");
    }

    /** Appends what the thread did that took a tenth of a time, a line each, and where most samples were. */
    private void states(int track, long startNanos, long nanos, String indent) {
        for (ThreadStates.State state : report.mostStates(track, startNanos, nanos)) {
            boolean isSampled = state.samples() > 0;
            figures(isSampled ? "" : DurationText.of(state.nanos()), state.count());
            text.append(isSampled ? " of " + CountText.plain(state.samples(), "sample") + ": " : " x  JFR: ");
            text.append(indent).append(name(state, names)).append('\n');
        }
    }

    /** Returns what a thread did, and the innermost traced method in which it did that. */
    static String name(ThreadStates.State state, UnaryOperator<String> names) {
        boolean hasMethod = !state.method().isEmpty() && !state.method().equals(state.name());
        return NameText.of(state.name()) + (hasMethod ? ", in " + NameText.of(names.apply(state.method())) : "");
    }

    /** Appends the first columns of a line. */
    private void figures(String time, long count) {
        text.append("     " + DecimalText.right(time, 8) + " " + DecimalText.right(Long.toString(count), 8));
    }

    private void waits(List<Wait> waits, String indent) {
        for (Wait wait : waits) {
            SlowPass run = wait.run();
            text.append("     " + DecimalText.right(DurationText.of(wait.nanos()), 8) + "  " + indent
                    + NameText.of(names.apply(wait.caller())) + " waits for ");
            if (wait.candidates() > 1) {
                text.append("one or more of ").append(wait.candidates()).append(" runs, the last one of ");
            }
            text.append(NameText.of(PassSites.label(run.site(), run.name(), names)))
                    .append(": ");
            if (wait.isQueued()) {
                text.append(DurationText.of(wait.queuedNanos())).append(" in the queue");
                text.append(wait.behind() > 0 ? " behind " + CountText.plain(wait.behind(), "run") : "");
                text.append(", then ");
            }
            text.append("ran " + DurationText.of(run.runNanos()) + " on "
                    + NameText.of(report.threadName(run.runTrack())) + cpu(wait.cpu(), run.runNanos()));
            if (wait.hasBusyCall()) {
                text.append(", " + DurationText.of(wait.busyNanos()) + " of it in "
                        + NameText.of(names.apply(wait.busyIn())));
                text.append(report.functions()
                        .find(wait.busyIn())
                        .filter(row -> row.calls().count() + row.unfinished() == 1)
                        .map(only -> " (its only call)")
                        .orElse(""));
            }
            text.append('\n');
            states(run.runTrack(), run.runStartNanos(), run.runNanos(), indent + "  ");
            waits(wait.waits(), indent + "  ");
        }
    }

    private static List<Line> lines(CallPath root, long leastNanos) {
        List<Line> lines = new ArrayList<>();
        Deque<Line> open = new ArrayDeque<>();
        open.push(new Line(root, 0, 0));
        while (!open.isEmpty()) {
            Line line = open.pop();
            lines.add(line);
            List<CallPath> children = new ArrayList<>(line.path.children());
            Collections.reverse(children); // a stack: the one pushed last comes first
            for (CallPath child : children) {
                if (child.totalNanos() >= leastNanos) {
                    open.push(new Line(child, line.depth + 1, 0));
                }
            }
        }
        return lines;
    }

    /** Skips, from the outside in, calls that do nothing but make the one call of the next line. */
    private static List<Line> withoutPassOn(List<Line> lines, int most) {
        List<Line> shown = new ArrayList<>();
        int tooMany = lines.size() - most;
        int skipped = 0;
        Deque<Integer> skippedAbove = new ArrayDeque<>(); // depths
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            while (!skippedAbove.isEmpty() && skippedAbove.element() >= line.depth) {
                skippedAbove.pop();
            }
            boolean passesOn = i > 0
                    && i + 1 < lines.size()
                    && lines.get(i + 1).depth == line.depth + 1
                    && (i + 2 >= lines.size() || lines.get(i + 2).depth != line.depth + 1)
                    && lines.get(i + 1).path.totalNanos() >= line.path.totalNanos() * 9 / 10
                    && lines.get(i + 1).path.calls() == line.path.calls();
            if (passesOn && tooMany > 0) {
                tooMany--;
                skipped++;
                skippedAbove.push(line.depth);
            } else {
                shown.add(new Line(line.path, line.depth - skippedAbove.size(), skipped));
                skipped = 0;
            }
        }
        return shown;
    }

    private void calls(CallPath root, List<Line> lines) {
        OtherRootCalls others = new OtherRootCalls(root, report.paths().roots());
        for (Line line : lines) {
            CallPath path = line.path;
            long calls = path.calls() + path.unfinished();
            figures(DurationText.of(path.totalNanos()), calls);
            text.append(" x  ").append("  ".repeat(line.depth));
            if (line.skipped > 0) {
                text.append("(").append(CountText.plain(line.skipped, "call")).append(" further in) ");
            }
            text.append(NameText.of(names.apply(path.name())));
            if (calls >= REPEATED) {
                text.append("  avg ").append(DurationText.of((double) path.totalNanos() / calls));
                if (path.totalNanos() >= root.totalNanos() / PART) {
                    text.append(
                            ", " + TotalsText.percent(path.totalNanos(), root.totalNanos()) + " % of the root call");
                }
            }
            if (path.unfinished() > 0) {
                text.append("  (unfinished)");
            }
            text.append(others.remark(path)).append('\n');
        }
    }

    /** Returns a path in one line, with the calls in the middle of a deep one omitted. */
    static String path(List<String> path, UnaryOperator<String> names) {
        List<String> shown =
                path.size() <= MOST_PATH_NAMES ? path : new ArrayList<>(path.subList(0, MOST_PATH_NAMES / 2));
        StringJoiner text = new StringJoiner(" > ");
        shown.forEach(name -> text.add(names.apply(name)));
        if (shown != path) {
            List<String> end = path.subList(path.size() - MOST_PATH_NAMES / 2, path.size());
            text.add("(" + (path.size() - shown.size() - end.size()) + " more)");
            end.forEach(name -> text.add(names.apply(name)));
        }
        return text.toString();
    }
}
