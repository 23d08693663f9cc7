// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DecimalText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.NameText;
import dev.jtracer.engine.text.Styles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** A comparison as lines for a terminal of 110 columns, the verdict first. */
public final class ComparisonText {
    private static final int MOST_METHODS = 20;
    private static final int MOST_ROOT_CALLS = 5;
    private static final int MOST_NAMES = 20;
    private static final int NAME_WIDTH = 38;

    private final Differences differences;
    private final Styles styles;
    private final List<String> lines = new ArrayList<>();

    private ComparisonText(Differences differences, Styles styles) {
        this.differences = differences;
        this.styles = styles;
    }

    /** Returns the lines. */
    public static List<String> of(Differences differences, Styles styles) {
        ComparisonText text = new ComparisonText(differences, styles);
        text.write();
        return text.lines;
    }

    /** Returns the verdict and what changed, root calls first, as Markdown for a comment on a pull request. */
    public static List<String> markdown(Differences differences) {
        ComparisonText text = new ComparisonText(differences, Styles.PLAIN);
        text.writeMarkdown();
        return text.lines;
    }

    private void write() {
        lines.add(styles.heading(verdict()));
        reasons();
        table("root calls, self is their duration", differences.rootCalls(), MOST_ROOT_CALLS);
        table("", differences.methods(), MOST_METHODS);
        names("new methods", differences.newMethods(), method -> presence(NameText.of(method.name()), method.after()));
        names(
                "vanished methods",
                differences.vanishedMethods(),
                method -> presence(NameText.of(method.name()), method.before()));
        names("new callbacks", differences.newCallbacks(), ComparisonText::callback);
        names("vanished callbacks", differences.vanishedCallbacks(), ComparisonText::callback);
    }

    private void reasons() {
        lines.addAll(findings().stream().skip(1).toList());
        lines.add(basis());
        missing("before", differences.missingBefore());
        missing("after", differences.missingAfter());
    }

    private void writeMarkdown() {
        reasons();
        lines.replaceAll(line -> "* " + escaped(line));
        lines.addAll(0, List.of("**" + escaped(verdict()) + "**", ""));
        List<MethodComparison> changed = Stream.concat(
                        differences.changedRootCalls().stream(), differences.changed().stream())
                .limit(MOST_METHODS)
                .toList();
        if (changed.isEmpty()) {
            return;
        }
        lines.addAll(List.of("", "| | | calls | total | self | p50 | p99 | |", "|--|--|--:|--:|--:|--:|--:|--|"));
        for (MethodComparison method : changed) {
            List<String> verdicts = verdicts(method);
            String first = verdicts.size() > 1 ? verdicts.get(0) : "";
            String rest = String.join(", ", verdicts.subList(first.isEmpty() ? 0 : 1, verdicts.size()));
            lines.add("| `" + escaped(NameText.of(method.name())) + "` | before | " + cells(method.before()) + first
                    + " |");
            lines.add("| | after | " + cells(method.after()) + rest + " |");
        }
    }

    private static String cells(MethodSide side) {
        return String.join(" | ", figures(side)) + " | ";
    }

    private static List<String> figures(MethodSide side) {
        return List.of(
                calls(side.calls()),
                DurationText.of(side.totalNanos()),
                DurationText.of(side.selfNanos()),
                DurationText.of(side.p50Nanos()),
                DurationText.of(side.p99Nanos()));
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|").replace("`", "'").replace("<", "&lt;");
    }

    private String verdict() {
        List<MethodComparison> changed = differences.changed();
        String judged = CountText.plain(differences.judged(), "method") + " compared";
        StringBuilder text = new StringBuilder();
        if (!differences.isDifferent()) {
            text.append(
                    differences.judged() == 0 ? "nothing to compare, too few calls; " : "no difference beyond noise; ");
        }
        findings().stream().limit(1).forEach(finding -> text.append(finding).append("; "));
        text.append(changed.isEmpty() ? judged : changed.size() + " of " + judged + " changed");
        append(text, differences.newMethods().size(), "new method");
        append(text, differences.vanishedMethods().size(), "vanished method");
        append(text, differences.newCallbacks().size(), "new callback");
        append(text, differences.vanishedCallbacks().size(), "vanished callback");
        return text.toString();
    }

    /**
     * Returns which method and which root call changed most, the longest new method and the longest vanished one, as
     * far as there are any.
     */
    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        differences.changed().stream()
                .limit(1)
                .forEach(most -> findings.add(shortName(most.name()) + ": " + changes(most)));
        differences.changedRootCalls().stream()
                .limit(1)
                .forEach(most -> findings.add("root call " + shortName(most.name()) + ": " + changes(most)));
        differences
                .newest()
                .ifPresent(method -> findings.add("new: " + presence(shortName(method.name()), method.after())));
        differences
                .vanished()
                .ifPresent(method -> findings.add("vanished: " + presence(shortName(method.name()), method.before())));
        return findings;
    }

    private static void append(StringBuilder text, int count, String what) {
        if (count > 0) {
            text.append(", ").append(CountText.plain(count, what));
        }
    }

    private String basis() {
        if (differences.withinOneRecording()) {
            return "noise: spread within one recording a side; how much recordings of one program differ it cannot show, "
                    + "so record several";
        }
        return "noise: spread between recordings, " + differences.recordingsBefore() + " before and "
                + differences.recordingsAfter() + " after; figures of one recording on average";
    }

    private void missing(String side, MissingData missing) {
        String text = missing.text();
        if (!text.isEmpty()) {
            lines.add(styles.alert(side + ": " + text + "; a difference may come from it"));
        }
    }

    private void table(String title, List<MethodComparison> methods, int most) {
        if (methods.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(row(title, "", "calls", "total", "self", "p50", "p99", ""));
        methods.stream().limit(most).forEach(this::method);
        if (methods.size() > most) {
            lines.add((methods.size() - most) + " more, see --json");
        }
    }

    private void method(MethodComparison method) {
        int dot = packageEnd(method.name());
        List<String> verdicts = verdicts(method);
        String first = verdicts.size() > 1 ? verdicts.get(0) : "";
        lines.add(side(
                NameText.shortened(method.name().substring(dot + 1), NAME_WIDTH), "before", method.before(), first));
        String owner = dot < 0 ? "" : "  " + method.name().substring(0, dot);
        lines.add(side(
                NameText.shortened(owner, NAME_WIDTH),
                "after",
                method.after(),
                verdicts.get(Math.min(1, verdicts.size() - 1))));
        verdicts.stream().skip(2).forEach(verdict -> lines.add(row("", "", "", "", "", "", "", "  " + verdict)));
    }

    private List<String> verdicts(MethodComparison method) {
        if (method.changed()) {
            return method.changes().stream().map(this::styled).toList();
        }
        String noise = signed(method.factor()) + ", noise " + percent(method.detectable());
        return List.of(method.judged() ? noise : "not judged");
    }

    private static String side(String name, String label, MethodSide side, String verdict) {
        return row(Stream.of(List.of(name, label), figures(side), List.of("  " + verdict))
                .flatMap(List::stream)
                .toArray(String[]::new));
    }

    private static String calls(double calls) {
        return DecimalText.of(calls, calls == Math.rint(calls) ? 0 : 1);
    }

    private static String row(String... cells) {
        Object[] padded = cells.clone();
        padded[0] = cells[0] + " ".repeat(Math.max(0, NAME_WIDTH - NameText.columns(cells[0])));
        return String.format(Locale.ROOT, "%s %-7s%9s%10s%10s%10s%10s%s", padded)
                .stripTrailing();
    }

    /** Returns the change of a method, for example {@code 18 % slower}. */
    public static String changes(MethodComparison method) {
        if (method.before().recordings() == 0) {
            return "new, " + DecimalText.of(100 * method.after().share(), 1) + " % of the time";
        }
        return String.join(
                ", ", method.changes().stream().map(ComparisonText::change).toList());
    }

    private String styled(Change change) {
        return change.worse() ? styles.alert(change(change)) : styles.good(change(change));
    }

    private static String change(Change change) {
        String size = size(change.factor());
        return switch (change.measure()) {
            case USUAL -> size + (change.worse() ? " slower" : " faster");
            case SLOWEST -> "p99 " + size + (change.worse() ? " slower" : " faster");
            case CALLS -> size + (change.worse() ? " more calls" : " fewer calls");
        };
    }

    private static String size(double factor) {
        if (factor > 2) {
            return String.format(Locale.ROOT, "%.1f times", factor);
        }
        return String.format(Locale.ROOT, "%.0f %%", Math.abs(factor - 1) * 100);
    }

    private static String signed(double factor) {
        return (factor < 1 ? "-" : "+") + percent(factor < 1 ? 2 - factor : factor);
    }

    private static String percent(double factor) {
        return factor >= 10 ? "> 900 %" : String.format(Locale.ROOT, "%.0f %%", (factor - 1) * 100);
    }

    private <T> void names(String heading, List<T> names, Function<T, String> line) {
        if (names.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(styles.heading(heading + " (" + names.size() + ")"));
        names.stream().limit(MOST_NAMES).forEach(name -> lines.add("  " + line.apply(name)));
        if (names.size() > MOST_NAMES) {
            lines.add("  " + (names.size() - MOST_NAMES) + " more, see --json");
        }
    }

    private static String presence(String name, MethodSide side) {
        return name + ", " + calls(side.calls()) + (side.calls() == 1 ? " call" : " calls") + ", self "
                + DurationText.of(side.selfNanos()) + " (" + DecimalText.of(100 * side.share(), 1) + " %)";
    }

    private static String callback(CallbackSample callback) {
        return NameText.of(callback.label()) + ", " + CountText.plain(callback.passes(), "pass") + ", "
                + CountText.plain(callback.runs(), "run");
    }

    /** Returns class and method without the package. */
    private static String shortName(String name) {
        return NameText.of(name.substring(packageEnd(name) + 1));
    }

    /** Returns the index of the dot before the class; -1 if there is none, as in a statement or a request. */
    private static int packageEnd(String name) {
        int method = name.lastIndexOf('.');
        return method < 0 || name.indexOf(' ') >= 0 ? -1 : name.lastIndexOf('.', method - 1);
    }
}
