// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.diff.Comparison;
import dev.jtracer.engine.diff.ComparisonJson;
import dev.jtracer.engine.diff.ComparisonText;
import dev.jtracer.engine.diff.Differences;
import dev.jtracer.engine.diff.MethodComparison;
import dev.jtracer.engine.diff.RecordingSample;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.importer.RecordingSegment;
import dev.jtracer.engine.importer.RecordingSegment.Recording;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.text.PlainText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/** The command that compares recordings of a program before and after a change. */
public final class DiffCommand extends Command {
    private static final CommandOption FAIL_OVER = CommandOption.of(
            "--fail-over",
            "PERCENT",
            "end with exit code 1 if a method became worse by more than this, for example 10%");
    private static final CommandOption JSON = CommandOption.flag("--json", "print the comparison as JSON");

    private static final CommandOption MARKDOWN =
            CommandOption.flag("--markdown", "print the verdict and what changed as Markdown, for a pull request");

    /** Heap that a reading may need: a half is what an import limits the names and slices of a trace to. */
    private static final long BYTES_A_READING = 256 << 20;

    public DiffCommand() {
        super(
                "diff",
                "BEFORE... [--] AFTER...",
                "show which methods became slower or faster, and what is noise; best with five recordings a side",
                List.of(FAIL_OVER, JSON, MARKDOWN),
                true);
        synonyms("compare", "regression");
        examples("diff before.jtr after.jtr", "diff b1.jtr b2.jtr -- a1.jtr a2.jtr --fail-over 10%");
        notes("""
                Record at least five times a side, alternating, so that both meet the same load. A \
                method is judged by its self time, a root call by its duration; recordings of one side show how much is noise. \
                With one file a side, '--' may be omitted. A directory stands for its recordings.""");
    }

    /**
     * A request to compare recordings.
     *
     * @param before files of the recordings before, at least one
     * @param after files of the recordings after, at least one
     * @param json whether the result is printed as JSON
     * @param markdown whether it is printed as Markdown
     * @param failOver factor beyond which a method that became worse is a failure, such as 1.1
     */
    record Request(List<Path> before, List<Path> after, boolean json, boolean markdown, OptionalDouble failOver) {}

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        Request request = request(arguments);
        List<TraceInputs> recordings = new ArrayList<>(recordings(request.before()));
        int before = recordings.size();
        recordings.addAll(recordings(request.after()));
        List<RecordingSample> samples = samples(recordings, terminal);
        Differences differences = Comparison.of(samples.subList(0, before), samples.subList(before, samples.size()));
        if (request.json()) {
            terminal.out().println(ComparisonJson.of(differences));
        } else {
            List<String> lines = request.markdown()
                    ? ComparisonText.markdown(differences)
                    : ComparisonText.of(differences, terminal.styles());
            lines.forEach(terminal.out()::println);
        }
        if (request.failOver().isPresent()) {
            requireNoneWorse(differences, request.failOver().getAsDouble());
        }
    }

    /** Returns the recordings of one side; fails if one is there twice, as with the trace that was made of it. */
    private static List<TraceInputs> recordings(List<Path> side) throws CommandException {
        List<TraceInputs> recordings = TraceInputs.of(side).byRecording();
        if (recordings.size() == 1) {
            return recordings; // not read only for this
        }
        Map<Recording, TraceInputs> known = new HashMap<>();
        for (TraceInputs inputs : recordings) {
            Optional<RecordingSegment> first = inputs.open(files -> TraceImport.segment(files.get(0)));
            TraceInputs same =
                    first.isEmpty() ? null : known.putIfAbsent(first.get().recording(), inputs);
            if (same != null) {
                throw CommandException.file(
                        inputs.quoted() + " is of the same recording as " + same.quoted() + "; name one of them");
            }
        }
        return recordings;
    }

    Request request(Arguments arguments) throws CommandException {
        int separator = arguments.separator();
        int files = arguments.operands().size();
        if (separator < 0 && files != 2) {
            throw misused(
                    files < 2
                            ? "two recordings are needed"
                            : "'--' is missing between the recordings before and after");
        }
        int middle = separator < 0 ? 1 : separator;
        if (middle == 0 || middle == files) {
            throw misused("there is no recording " + (middle == 0 ? "before '--'" : "after '--'"));
        }
        if (arguments.has(JSON) && arguments.has(MARKDOWN)) {
            throw wrongOption("--json and --markdown are two forms");
        }
        List<Path> recordings = files(arguments);
        return new Request(
                recordings.subList(0, middle),
                recordings.subList(middle, files),
                arguments.has(JSON),
                arguments.has(MARKDOWN),
                failOver(arguments.value(FAIL_OVER)));
    }

    private static OptionalDouble failOver(@Nullable String text) throws CommandException {
        if (text == null) {
            return OptionalDouble.empty();
        }
        String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
        try {
            double percent = Double.parseDouble(number.strip());
            if (percent >= 0 && Double.isFinite(percent)) {
                return OptionalDouble.of(1 + percent / 100);
            }
        } catch (NumberFormatException notANumber) {
            // reported below
        }
        throw CommandException.usage("'" + text + "' after --fail-over is not a percentage; write for example 10%");
    }

    private record Reading(RecordingSample sample, ImportReport report) {}

    /**
     * Reads recordings in any importable format, one on each processor at a time, each in memory that does not grow
     * with it. Files that are segments of one recording count as one.
     */
    private static List<RecordingSample> samples(List<TraceInputs> recordings, Terminal terminal)
            throws CommandException {
        long fit = Math.max(1, Runtime.getRuntime().maxMemory() / BYTES_A_READING);
        ExecutorService threads = Executors.newFixedThreadPool(
                (int) Math.min(fit, Runtime.getRuntime().availableProcessors()));
        List<Path> files =
                recordings.stream().flatMap(inputs -> inputs.files().stream()).toList();
        ProgressBar bar = new ProgressBar(terminal.err(), files);
        DoubleAdder done = new DoubleAdder();
        List<Future<Reading>> begun = new ArrayList<>();
        List<Reading> readings = new ArrayList<>();
        try {
            for (TraceInputs inputs : recordings) {
                double[] soFar = new double[1];
                begun.add(threads.submit(() -> read(inputs, part -> {
                    done.add((part - soFar[0]) / recordings.size());
                    soFar[0] = part;
                    bar.show(done.sum());
                })));
            }
            for (Future<Reading> reading : begun) {
                readings.add(reading.get());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CommandException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.file("interrupted while reading the recordings; compare them again");
        } finally {
            threads.shutdownNow();
            bar.clear();
        }
        List<RecordingSample> samples = new ArrayList<>();
        for (int i = 0; i < readings.size(); i++) {
            samples.add(checked(readings.get(i), recordings.get(i).quoted(), terminal));
        }
        return samples;
    }

    private static Reading read(TraceInputs inputs, DoubleConsumer progress) throws CommandException {
        ParsedTrace trace = inputs.read(progress, new TraceProcessor(RecordingSample.handlers())::parse);
        progress.accept(1);
        return new Reading(RecordingSample.of(trace), trace.report());
    }

    private static RecordingSample checked(Reading reading, String of, Terminal terminal) throws CommandException {
        TraceConversion.printProblems(reading.report, of + ": ", terminal.err());
        if (reading.sample.methods().isEmpty()) {
            // In a build, "no difference" to a recording of nothing would hide that the recording failed.
            throw CommandException.file(
                    of + " has no finished call; record it anew, with include= naming the program's packages");
        }
        return reading.sample;
    }

    private static void requireNoneWorse(Differences differences, double factor) throws CommandException {
        List<MethodComparison> worse = differences.worseThan(factor);
        if (!worse.isEmpty()) {
            MethodComparison first = worse.get(0);
            String others = worse.size() == 1 ? "" : ", and " + (worse.size() - 1) + " more";
            throw CommandException.limit("'" + PlainText.of(first.name()) + "' is worse by more than "
                    + Math.round((factor - 1) * 100) + " %: " + ComparisonText.changes(first) + others);
        }
    }
}
