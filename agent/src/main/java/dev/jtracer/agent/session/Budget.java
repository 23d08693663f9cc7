// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.AgentOptions.WeavingOptions;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.drain.MethodLoads;
import dev.jtracer.agent.drain.SpoolDrainer;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.thread.CpuTime;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.bootstrap.CallbackRuns;
import dev.jtracer.bootstrap.Passes;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.report.TotalsText;
import dev.jtracer.engine.text.CountText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A limit of the share of the process's CPU time that tracing takes. While it takes more, methods are dropped: their
 * classes are woven again without them. Dropped first is what costs most for the time that it shows: short methods
 * that are called often. A method never comes back, so none changes twice.
 *
 * <p>An example, with {@code budget=5%} and a cost of 100 ns a call: of 1 s of CPU time, 2 million calls of {@code
 * Row.isNull}, of 20 ns, take 200 ms, and 1,000 calls of {@code Statement.executeQuery}, of 300 us, take 0.1 ms.
 * Without the former, tracing takes 0.01 % of 800 ms: {@code isNull} alone is dropped.
 */
public final class Budget {
    /* A program of a second needs quick rounds. Once the methods have settled, a round costs more, by stopping all
     * threads and by compiling again, than it gains within ten seconds. */
    private static final long PERIOD_NANOS = 250_000_000;
    private static final int PERIODS_LATER = 40;
    private static final int FREQUENT_ROUNDS = 20;
    private static final int MOST_ROUNDS = 200;

    /** CPU time to judge by: the process's is counted in steps of 10 ms. */
    private static final long LEAST_CPU_NANOS = 200_000_000;

    /** Part of the limit to come down to: the faster program makes more of the other calls. */
    private static final double AIM = 0.5;

    /** A method is worth dropping if timing its calls takes more than this part of the limit of their duration. */
    private static final double LEAST_PART = 0.1;

    /** Methods are not worth weaving their classes again if less than this part of what is too much is saved. */
    private static final double LEAST_SAVED = 0.1;

    private static final int MOST_NAMED = 3;

    /**
     * Number of times in turn that nothing is found to be dropped, after which methods that receive callbacks are
     * dropped too, the runs of callbacks are limited, and the passes at some sites are dropped.
     */
    private static final int LAST_RESORT = 2;

    private static final int MOST_RUNS = 10;

    /** Number of times in turn without a method to drop, after which a line says so. */
    private static final int UNREACHED = 20;

    /** A weaver of classes without some of their methods. */
    @FunctionalInterface
    public interface Weaving {
        /** Drops methods, by displayed names. Returns all that were dropped from woven classes so far. */
        Set<String> drop(Set<String> methods);
    }

    /** The calls of a method, or the passes at a site, in a stretch of time, and the average duration of a call. */
    record Load(int id, String name, long calls, double averageNanos) {}

    private final double limit;
    private final String limitText;
    private final Path file;
    private final StringTable names;
    private final TracerThreads threads;
    private final Report report;
    private volatile @Nullable Weaving weaving;

    /** By displayed name, when the method was dropped, as {@link System#nanoTime}. Guarded by itself. */
    private final Map<String, Long> dropped = new LinkedHashMap<>();

    /** Share of the CPU time that tracing took lately, in the range 0 to 1. */
    private volatile double share;

    private volatile boolean isWeaving;

    /** A text that the recording has not got yet. */
    private volatile @Nullable Announced announced;

    /** Whether the user knows that methods are dropped. Belongs to the thread that weaves. */
    private boolean said;

    /** Methods and passes of the file; not modified. */
    private final Set<String> learnt = new LinkedHashSet<>();

    private final long startNanos = System.nanoTime();

    /* Belong to the tracer's thread once the weaver is set. */
    private final Set<String> asked = new HashSet<>();
    /** The names before this id are no passes of the file, or were dropped. */
    private int nextName;

    private long nextNanos;
    private long processNanos;
    private long ownNanos;
    private long events;
    private int rounds;
    private int unreached;
    private boolean saidUnreached;
    private boolean failed;

    /**
     * Reads the file of the budget, if there is one.
     *
     * @param options with a budget
     * @param names names of methods by id
     * @throws OptionException if the file cannot be read
     */
    Budget(WeavingOptions options, StringTable names, TracerThreads threads, Report report) throws OptionException {
        this.limit = options.budget();
        this.limitText = text(limit);
        this.file = Path.of(options.budgetFile());
        this.names = names;
        this.threads = threads;
        this.report = report;
        nextNanos = System.nanoTime() + PERIOD_NANOS;
        try {
            if (Files.isRegularFile(file)) {
                learnt.addAll(Files.readAllLines(file));
                asked.addAll(learnt);
            }
        } catch (IOException e) {
            throw new OptionException("budget file '" + file + "' cannot be read (" + e.getMessage()
                    + "); remove it or change budget-file=");
        }
    }

    /** Returns a limit as the option has it, {@code 5%}. */
    static String text(double limit) {
        String text = percent(limit);
        return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + "%";
    }

    /** Sets what drops methods, and drops those of the file. Before, none is dropped. */
    void weaving(Weaving weaver) {
        if (!learnt.isEmpty()) {
            weaver.drop(learnt);
        }
        weaving = weaver;
    }

    /** Returns the share of the CPU time that tracing took lately, in percent. */
    String shareText() {
        return percent(share);
    }

    /** Returns what was dropped as a line for the user; empty if nothing was. */
    String summary() {
        Set<String> names = dropped();
        return names.isEmpty()
                ? ""
                : "budget=" + limitText + ": dropped " + PassSites.counted(names) + "; tracing took " + shareText()
                        + " % of the CPU time lately; the report names them";
    }

    /** Returns the names of the dropped methods, and the labels of the dropped callbacks. */
    Set<String> dropped() {
        return all().keySet();
    }

    /** Returns what was dropped, with the time of each, as {@link System#nanoTime}; first the methods of the file. */
    private Map<String, Long> all() {
        Weaving weaver = weaving;
        Map<String, Long> all = new LinkedHashMap<>();
        if (weaver != null && !learnt.isEmpty()) {
            Set<String> woven = weaver.drop(Set.of());
            for (String method : learnt) {
                if (woven.contains(method)) {
                    all.put(method, startNanos);
                }
            }
        }
        synchronized (dropped) {
            all.putAll(dropped);
        }
        return all;
    }

    /** Returns what was dropped, with times since a recording's start, as {@link TraceWords#METHODS_DROPPED} says. */
    String droppedText(long recordingNanos) {
        StringBuilder text = new StringBuilder();
        all().forEach((method, nanos) -> text.append(text.length() == 0 ? "" : "\n")
                .append(Math.max(0, nanos - recordingNanos))
                .append(' ')
                .append(method));
        return text.toString();
    }

    /**
     * Drops methods if tracing has taken more than it may. For the tracer's thread, after each of its rounds.
     *
     * @param drainer the drain, which counts the calls of methods for this
     * @param nanosPerTiming 0 if it is not known yet
     */
    void check(Recording recording, SpoolDrainer drainer, double nanosPerTiming) throws IOException {
        boolean weaves = isWeaving; // before the text is written that its thread has set
        writeAnnounced(recording.writer());
        Weaving weaver = weaving;
        if (weaver == null || weaves || failed) {
            return;
        }
        try {
            check(weaver, drainer, nanosPerTiming);
        } catch (RuntimeException | LinkageError e) {
            failed = true;
            report.say("budget=" + limitText + ": no more methods are dropped (" + e
                    + "); the recording goes on; please report this line");
        }
    }

    private void check(Weaving weaver, SpoolDrainer drainer, double nanosPerTiming) {
        dropLearntPasses();
        long now = System.nanoTime();
        if (now - nextNanos < 0) {
            return;
        }
        nextNanos = now + periodNanos();
        long process = CpuTime.nanosOfThisProcess() - processNanos;
        if (process < LEAST_CPU_NANOS) {
            return;
        }
        long own = CpuTime.nanosOfThisThread() - ownNanos;
        long recorded = drainer.events() - events;
        boolean isFirst = events == 0;
        processNanos += process;
        ownNanos += own;
        events += recorded;
        List<Load> methods = new ArrayList<>();
        List<Load> passes = new ArrayList<>();
        take(drainer.loads(), recorded, methods, passes);
        if (isFirst || nanosPerTiming == 0) {
            return;
        }
        double cost = Math.min((double) process, recorded * nanosPerTiming + own);
        reduce(weaver, methods, passes, 2 * cost / recorded, cost, (double) process);
    }

    /** Returns the time from a look to the next. */
    long periodNanos() {
        return PERIOD_NANOS * (rounds < FREQUENT_ROUNDS ? 1 : PERIODS_LATER);
    }

    /** Drops methods or passes if tracing has taken more than it may. The parameters are those of {@link #chosen}. */
    void reduce(
            Weaving weaver, List<Load> methods, List<Load> passes, double nanosPerCall, double cost, double process) {
        share = cost / process;
        if (share <= limit) {
            unreached = 0;
            return;
        }
        boolean isLast = rounds == MOST_ROUNDS;
        List<Load> chosen = isLast ? List.of() : chosen(methods, nanosPerCall, cost, process, limit);
        List<Load> sites = chosen.isEmpty() && unreached >= LAST_RESORT
                ? chosen(passes, nanosPerCall, cost, process, limit)
                : List.of();
        if (!chosen.isEmpty()) {
            unreached = Math.min(unreached, LAST_RESORT);
            rounds++;
            drop(weaver, names(chosen));
        } else if (!sites.isEmpty()) {
            sites.forEach(site -> Passes.drop(site.id));
            limitRuns(); // of what was woven since, too
            dropped(names(sites), "callback");
        } else if (++unreached == LAST_RESORT) {
            limitRuns();
        } else if ((isLast || unreached >= UNREACHED) && !saidUnreached) {
            saidUnreached = true;
            report.say("budget=" + limitText + " is not reached: tracing takes " + percent(share)
                    + " % of the CPU time, by what remains; narrow include=, or add callbacks=off");
        }
    }

    /** Drops the passes of the file whose classes were woven since the last time: before, they have no id. */
    private void dropLearntPasses() {
        int end = learnt.isEmpty() ? nextName : names.size();
        boolean found = false;
        for (; nextName < end; nextName++) {
            String site = names.site(nextName);
            String label = PassSites.label(site, names.get(nextName));
            if (!site.isEmpty() && learnt.contains(label)) {
                Passes.drop(nextName);
                found = true;
                synchronized (dropped) {
                    dropped.putIfAbsent(label, startNanos);
                }
            }
        }
        if (found) {
            limitRuns();
        }
    }

    private void limitRuns() {
        CallbackRuns.limit(Math.min(CallbackRuns.limit(), MOST_RUNS));
        CallbackRuns.limitWithoutPass(names.size() - 1);
    }

    /** Returns the names of loads, which are not chosen again. */
    private List<String> names(List<Load> loads) {
        List<String> names = loads.stream().map(Load::name).distinct().toList();
        asked.addAll(names);
        return names;
    }

    /**
     * Takes the calls and passes since the last time. Methods that threw are not among them, nor what was asked for:
     * some methods the weaver does not drop.
     *
     * @param recorded number of all records since then
     */
    private void take(MethodLoads sample, long recorded, List<Load> methods, List<Load> passes) {
        long inSample = sample.take((id, calls, nanos, threw, passed) -> {
            String site = names.site(id);
            String name = PassSites.label(site, names.get(id));
            boolean isTask = nanos == 0 && site.isEmpty(); // passed to an executor
            if (!isTask
                    && threw == 0
                    && (passed == 0 || unreached >= LAST_RESORT)
                    && names.kind(id) == NameKind.METHOD
                    && !asked.contains(name)) {
                (site.isEmpty() ? methods : passes).add(new Load(id, name, calls, (double) nanos / calls));
            }
        });
        double scale = (double) recorded / Math.max(1, inSample);
        for (List<Load> loads : List.of(methods, passes)) {
            loads.replaceAll(load -> new Load(load.id, load.name, Math.round(load.calls * scale), load.averageNanos));
        }
    }

    /**
     * Returns the methods to drop, the first of them the most expensive for the time that it shows; none if they save
     * little.
     *
     * @param nanosPerCall cost of a call
     * @param cost CPU time of tracing
     * @param process CPU time of the process, with that of tracing
     */
    static List<Load> chosen(List<Load> loads, double nanosPerCall, double cost, double process, double limit) {
        List<Load> sorted = new ArrayList<>(loads);
        sorted.sort(Comparator.comparingDouble(load -> -load.calls / Math.max(load.averageNanos, nanosPerCall)));
        double longest = nanosPerCall / (LEAST_PART * limit);
        double saved = 0;
        List<Load> chosen = new ArrayList<>();
        for (Load load : sorted) {
            if (cost - saved <= AIM * limit * (process - saved)) {
                break;
            }
            if (load.averageNanos < longest) {
                chosen.add(load);
                saved += load.calls * nanosPerCall;
            }
        }
        return saved < LEAST_SAVED * (cost - AIM * limit * process) ? List.of() : chosen;
    }

    /** Drops methods by a thread of its own: the tracer's would not drain meanwhile. */
    private void drop(Weaving weaver, List<String> methods) {
        Thread thread = threads.create("jtracer-budget", () -> {
            try {
                Set<String> gone = weaver.drop(new HashSet<>(methods));
                dropped(methods.stream().filter(gone::contains).toList(), "method");
            } finally {
                isWeaving = false;
            }
        });
        isWeaving = true;
        try {
            thread.start();
        } catch (OutOfMemoryError noThread) { // the recording goes on
            isWeaving = false;
        }
    }

    private void dropped(List<String> methods, String noun) {
        if (methods.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        synchronized (dropped) {
            methods.forEach(method -> dropped.put(method, now));
        }
        String begin = "budget=" + limitText + ": tracing took " + percent(share) + " % of the CPU time; dropped "
                + CountText.plain(methods.size(), noun) + ": ";
        write();
        announced = new Announced(now, begin + String.join(", ", methods));
        if (!said) {
            said = true;
            int named = Math.min(MOST_NAMED, methods.size());
            report.say(begin + String.join(", ", methods.subList(0, named))
                    + (methods.size() > named ? " and " + (methods.size() - named) + " more" : "")
                    + "; others may follow; their time is in the self time of their callers");
        }
    }

    /** Writes the methods of the file, and those that were dropped since. */
    private void write() {
        if (file.toString().isEmpty()) {
            return;
        }
        Set<String> methods = new LinkedHashSet<>(learnt);
        synchronized (dropped) {
            methods.addAll(dropped.keySet());
        }
        try {
            replace(file, methods);
        } catch (IOException e) {
            report.say("cannot write '" + file + "' (" + e.getMessage() + "); change budget-file=");
        }
    }

    /** Writes lines beside a file first, which would be left without any on a full disk or after a kill. */
    static void replace(Path file, Set<String> lines) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file; // a link stays one
        Path next = target.resolveSibling(target.getFileName() + ".new");
        boolean isWritten = false;
        try {
            Files.write(next, lines);
            isWritten = true;
            Files.move(next, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            if (Files.deleteIfExists(next) && !isWritten) {
                throw e;
            }
            Files.write(target, lines); // a file that is mounted by itself, or whose directory takes no other
        }
    }

    /** Writes what was dropped as a text of the tracer's thread. */
    private void writeAnnounced(RecordingWriter writer) throws IOException {
        Announced present = announced;
        if (present != null) {
            Thread thread = Thread.currentThread();
            writer.thread(thread.getId(), true, thread.getName());
            writer.text(thread.getId(), present.nanos, present.text);
            announced = null;
        }
    }

    private record Announced(long nanos, String text) {}

    private static String percent(double share) {
        return TotalsText.percent(Math.round(share * 1e6), 1_000_000);
    }
}
