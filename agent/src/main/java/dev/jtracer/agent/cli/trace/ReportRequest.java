// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Quantity;
import dev.jtracer.agent.config.Spelling;
import dev.jtracer.engine.report.MethodOrder;
import dev.jtracer.engine.report.ReportLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request for a report.
 *
 * @param files input files, at least one; several are read as one trace
 * @param form form of the report
 * @param order order of the table of methods
 * @param top rows of each table
 * @param call number of the root call to open, from 1; 0 for none
 * @param method name, or end of the name, of the method to report on; empty for all
 * @param from start of the window of time to report on; null if it is absent
 * @param to its end; null if it is absent
 * @param fullNames whether names are printed with their packages
 * @param merge whether the input files are partial reports
 * @param maxSql most statements that a call may make; 0 for any number
 * @param slowNanos least time of a root call whose samples are written
 * @param output file for the report; null for stdout
 */
record ReportRequest(
        List<Path> files,
        Form form,
        MethodOrder order,
        int top,
        int call,
        String method,
        @Nullable TimeOfTrace from,
        @Nullable TimeOfTrace to,
        boolean fullNames,
        boolean merge,
        int maxSql,
        long slowNanos,
        @Nullable Path output) {
    enum Form {
        TEXT,
        JSON,
        CSV,
        /** A page for a browser. */
        HTML,
        /** The root calls, or one of them. */
        REQUESTS,
        /** The same, as JSON. */
        REQUESTS_JSON,
        /** One method. */
        METHOD,
        /** A file that is added to others. */
        PARTIAL,
        /** The stacks of JFR's samples within slow root calls. */
        COLLAPSED
    }

    static final int DEFAULT_TOP = ReportLimits.DEFAULT_SLOWEST;
    /** Extensions of text. */
    private static final Set<String> PLAIN = Set.of(".txt", ".text", ".md", ".log");

    static final CommandOption OUTPUT = CommandOption.of(
            "-o",
            "--output",
            "FILE",
            "write to a file, in the form that its extension .html, .svg, .json, .csv or .collapsed names; - for stdout");
    private static final CommandOption HTML = CommandOption.flag("--html", "make a page for a browser");
    private static final CommandOption JSON = CommandOption.flag("--json", "print everything as JSON");
    private static final CommandOption CSV = CommandOption.flag("--csv", "print the table of methods as CSV");
    private static final CommandOption BY =
            CommandOption.of("--by", "request", "list the root calls of each thread, the slowest first");
    static final CommandOption CALL =
            CommandOption.of("--call", "N", "open the root call of that number: the calls that it made");
    private static final CommandOption METHOD = CommandOption.of(
            "--method", "NAME", "report on one method or callback: its callers, its callees, its slowest calls");
    private static final CommandOption TOP =
            CommandOption.of("--top", "N", "rows of each table; " + DEFAULT_TOP + " by default");
    private static final CommandOption SORT = CommandOption.of(
            "--sort", "COLUMN", "order of the methods: " + String.join(", ", orders()) + "; self by default");
    private static final CommandOption FULL_NAMES =
            CommandOption.flag("--full-names", "print names with their packages");

    private static final CommandOption PARTIAL =
            CommandOption.of("--partial", "FILE", "write the report to a file that --merge adds to others");
    static final CommandOption MERGE = CommandOption.flag("--merge", "read files of --partial and add them up");

    private static final CommandOption MAX_SQL = CommandOption.of(
            "--max-sql", "N", "end with exit code 1 if a root call or a request made more statements, on its thread");

    private static final CommandOption SLOW = CommandOption.of(
            "--slow",
            "DURATION",
            "with -o FILE.collapsed: take those of the --top slowest root calls that took that long or longer");

    static final List<CommandOption> OPTIONS = List.of(
            OUTPUT,
            HTML,
            JSON,
            CSV,
            BY,
            CALL,
            METHOD,
            TOP,
            SORT,
            FULL_NAMES,
            PARTIAL,
            MERGE,
            MAX_SQL,
            SLOW,
            TimeOfTrace.FROM,
            TimeOfTrace.TO);

    /** The options that name a form. */
    private static final List<Map.Entry<CommandOption, Form>> FORMS = List.of(
            Map.entry(HTML, Form.HTML),
            Map.entry(JSON, Form.JSON),
            Map.entry(CSV, Form.CSV),
            Map.entry(BY, Form.REQUESTS),
            Map.entry(CALL, Form.REQUESTS),
            Map.entry(METHOD, Form.METHOD),
            Map.entry(PARTIAL, Form.PARTIAL));

    static ReportRequest of(Arguments arguments, Command command) throws CommandException {
        List<Path> files = command.files(arguments);
        String by = arguments.value(BY);
        if (by != null && !by.equals(BY.value())) {
            throw CommandException.usage("'" + by + "' after --by is not known; write --by request");
        }
        int top = command.positive(arguments, TOP, DEFAULT_TOP);
        int call = command.positive(arguments, CALL, 0);
        String sort = arguments.value(SORT);
        String partial = arguments.value(PARTIAL);
        String file = arguments.value(OUTPUT);
        if (partial != null && file != null) {
            throw CommandException.usage("'--partial' and '-o' name two files; omit -o");
        }
        file = partial == null ? file : partial;
        Path output = file == null ? null : command.file(file);
        Form form = form(arguments, file);
        if (form == Form.HTML && arguments.has(MERGE)) {
            throw CommandException.usage("a page needs the traces themselves; omit --merge and name them");
        }
        if (sort != null && form != Form.TEXT) {
            throw CommandException.usage("'--sort' orders the table of methods as text; omit it, or the other form");
        }
        String method = arguments.value(METHOD);
        if (method != null && arguments.has(MERGE)) {
            throw CommandException.usage(
                    "the slowest calls of a method are in the traces themselves; omit --merge and name them");
        }
        TimeOfTrace from = TimeOfTrace.of(arguments, TimeOfTrace.FROM);
        TimeOfTrace to = TimeOfTrace.of(arguments, TimeOfTrace.TO);
        if ((from != null || to != null) && (form == Form.HTML || form == Form.PARTIAL || arguments.has(MERGE))) {
            throw CommandException.usage(
                    "a page or a partial report has no --from and --to; make a trace of the window with cut, and report on that");
        }
        int maxSql = command.positive(arguments, MAX_SQL, 0);
        if (maxSql > 0 && (form == Form.HTML || form == Form.PARTIAL || arguments.has(MERGE))) {
            throw CommandException.usage("a page or a partial report has no --max-sql; use it with text, JSON or CSV");
        }
        if (arguments.has(CALL) && arguments.has(SLOW)) {
            throw CommandException.usage("--call names one root call, and --slow selects several; omit one of them");
        }
        if (form == Form.COLLAPSED && arguments.has(MERGE) || form != Form.COLLAPSED && arguments.has(SLOW)) {
            throw CommandException.usage("samples of slow calls need a trace and a file for them; "
                    + "write report trace.jtr app.jfr --slow 100ms -o slow.collapsed");
        }
        return new ReportRequest(
                files,
                form,
                sort == null ? MethodOrder.SELF : order(sort),
                Math.max(top, call),
                call,
                method == null ? "" : method,
                from,
                to,
                arguments.has(FULL_NAMES),
                arguments.has(MERGE),
                maxSql,
                Command.quantity(arguments, SLOW, Quantity.DURATION, 0, 0),
                output);
    }

    /** Refuses the limit of statements for added recordings, whose sums have no statements by call. */
    void requireNoLimit() throws CommandException {
        if (maxSql > 0) {
            throw CommandException.usage("--max-sql checks one recording; name the others in commands of their own");
        }
    }

    /** Shows that a file gets text whose extension leads the user to expect something else. */
    void showDoubt(Terminal terminal) {
        String name = output == null || form != Form.TEXT ? "" : String.valueOf(output.getFileName());
        if (name.indexOf('.') > 0 && !PLAIN.contains(name.substring(name.lastIndexOf('.')))) {
            terminal.err()
                    .println(
                            "'" + output
                                    + "' has no extension of a form (.html, .svg, .json, .csv, .collapsed); writing text, as to a .txt file");
        }
    }

    /** Returns whether an option names the form of the report. */
    static boolean namesForm(Arguments arguments) {
        return Stream.of(HTML, JSON, CSV, BY, METHOD).anyMatch(arguments::has);
    }

    /** Returns the form that the options name, or else the extension of the output; fails if they name several. */
    private static Form form(Arguments arguments, @Nullable String output) throws CommandException {
        Form form = null;
        String option = "";
        for (Map.Entry<CommandOption, Form> named : FORMS) {
            Form next = form(named.getValue(), arguments);
            if (!arguments.has(named.getKey()) || next == form) {
                continue;
            }
            if (form != null) {
                throw CommandException.usage("'" + option + "' and '"
                        + named.getKey().name() + "' name two forms of the report; omit one of them");
            }
            form = next;
            option = named.getKey().name();
        }
        if (form == null) {
            return formOf(output);
        }
        if (formOf(output) == Form.COLLAPSED && option.equals(CALL.name())) {
            return Form.COLLAPSED;
        }
        if (formOf(output) != (form == Form.REQUESTS_JSON ? Form.JSON : form)) {
            requireNoExtension(option, output);
        }
        return form;
    }

    /** Returns the form of an option beside the others: the requests may be JSON. */
    private static Form form(Form alone, Arguments arguments) {
        boolean isOfRequests = arguments.has(BY) || arguments.has(CALL);
        boolean isJson = arguments.has(JSON);
        return isOfRequests && isJson && (alone == Form.JSON || alone == Form.REQUESTS) ? Form.REQUESTS_JSON : alone;
    }

    /** Refuses an output whose extension names a form, beside an option that names another. */
    static void requireNoExtension(String option, @Nullable String output) throws CommandException {
        if (output != null && (formOf(output) != Form.TEXT || isTimeline(output))) {
            throw CommandException.usage("'" + option + "' and the extension of '" + output
                    + "' name two forms of the report; omit " + option + ", or change the extension");
        }
    }

    /** Returns whether the name of an output file names a page or a timeline, which report alone makes. */
    static boolean isPageOrTimeline(String output) {
        return formOf(output) == Form.HTML || isTimeline(output);
    }

    static boolean isTimeline(@Nullable String output) {
        return hasExtension(output, ".svg");
    }

    private static Form formOf(@Nullable String output) {
        if (hasExtension(output, ".html") || hasExtension(output, ".htm")) {
            return Form.HTML;
        }
        if (hasExtension(output, ".json")) {
            return Form.JSON;
        }
        if (Stream.of(".collapsed", ".collapsed.txt", ".folded").anyMatch(end -> hasExtension(output, end))) {
            return Form.COLLAPSED;
        }
        if (hasExtension(output, ".part")) {
            return Form.PARTIAL;
        }
        return hasExtension(output, ".csv") ? Form.CSV : Form.TEXT;
    }

    private static boolean hasExtension(@Nullable String output, String extension) {
        return output != null && output.toLowerCase(Locale.ROOT).endsWith(extension);
    }

    private static MethodOrder order(String name) throws CommandException {
        return MethodOrder.find(name)
                .orElseThrow(() -> CommandException.usage("there is no column '" + name + "' to sort by; "
                        + Spelling.advice(name, orders(), "take one of " + String.join(", ", orders()))));
    }

    private static List<String> orders() {
        return Stream.of(MethodOrder.values()).map(MethodOrder::text).toList();
    }
}
