// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import dev.jtracer.agent.config.AgentOptions.BufferOptions;
import dev.jtracer.agent.config.AgentOptions.CallbackOptions;
import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.config.AgentOptions.FileOptions;
import dev.jtracer.agent.config.AgentOptions.FullPolicy;
import dev.jtracer.agent.config.AgentOptions.StderrOptions;
import dev.jtracer.agent.config.AgentOptions.SwitchOptions;
import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import dev.jtracer.agent.config.AgentOptions.TotalsForm;
import dev.jtracer.agent.config.AgentOptions.WeavingOptions;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the options from agent arguments, {@code -Djtracer.KEY}, {@code JTRACER_KEY} and the file that {@code
 * config=} names. An earlier source of this list overrides a later one: it is closer to this agent.
 */
public record AgentOptionsParser(Properties systemProperties, Map<String, String> environment) {
    /* No regular expressions or streams: each costs class loading before the application's main. */

    private static final String PROPERTY_PREFIX = "jtracer.";
    /** Property of Spring Boot's module, which applications set in the same way; {@code meters[0]} of a list. */
    private static final String METERS = PROPERTY_PREFIX.concat("meters");
    /** Begins the names of the properties of JUnit's module. */
    private static final String TEST_PREFIX = PROPERTY_PREFIX.concat("test.");

    /** Size of the ring that slow= implies. */
    private static final long RING_OF_SLOW_CALLS_BYTES = 64L << 20;
    /** Four buffers of the smallest size. A number below it was written without its unit. */
    private static final long LEAST_RING_BYTES = 64 << 10;

    /** Names the JVM, since a directory collects the files of many. */
    private static final String OUTPUT_OF_ROTATION = "jtracer-%s-%h-%p-%t.jtr";

    private static final long SHORTEST_ROTATION_NANOS = 10_000_000;
    private static final long LEAST_KEEP_BYTES = 1 << 20;

    /** A day: windows around longer calls are the whole recording. */
    private static final long LONGEST_SLOW_NANOS = 24L * 3_600 * 1_000_000_000;

    /** A whole as {@link Quantity#SHARE} counts. */
    private static final long ALL = 100_000;

    /** Returns a parser over this JVM's system properties and environment. */
    public static AgentOptionsParser ofThisJvm() {
        return new AgentOptionsParser(System.getProperties(), System.getenv());
    }

    /**
     * Reads and checks all options.
     *
     * @param agentArguments {@code key=value,key=value}; empty for none
     * @throws OptionException if an option is unknown, unreadable, or contradicts another
     */
    public AgentOptions parse(String agentArguments) throws OptionException {
        return read(settings(agentArguments));
    }

    /**
     * Returns every option with the source of its value, in the order of the help.
     *
     * @throws OptionException if an option is unknown or set twice; values are not checked
     */
    public List<ExplainedOption> explain(String agentArguments) throws OptionException {
        Settings settings = settings(agentArguments);
        List<ExplainedOption> explained = new ArrayList<>();
        for (Option option : Option.values()) {
            explained.add(explained(option, settings));
        }
        return explained;
    }

    private ExplainedOption explained(Option option, Settings settings) {
        if (option == Option.SIGNAL && isWithoutSignal(settings)) {
            return new ExplainedOption(option.key(), "off", settings.source(option) + " on Windows");
        }
        if (option == Option.OUTPUT && isNamedForRotation(settings)) {
            return new ExplainedOption(option.key(), OUTPUT_OF_ROTATION, settings.source(option) + " with rotate=");
        }
        return new ExplainedOption(option.key(), settings.text(option), settings.source(option));
    }

    private Settings settings(String agentArguments) throws OptionException {
        Settings settings = new Settings();
        offerArguments(settings, agentArguments);
        offerSystemProperties(settings);
        offerEnvironment(settings);
        offerFile(settings);
        return settings;
    }

    /** Checks agent arguments for another JVM: only their form, and that each key is known and set once. */
    public static void checkKeys(String agentArguments) throws OptionException {
        offerArguments(new Settings(), agentArguments);
    }

    private static void offerArguments(Settings settings, String arguments) throws OptionException {
        for (String argument : AgentArguments.split(arguments)) {
            int equals = argument.indexOf('=');
            if (equals < 0) {
                throw new OptionException(
                        "'" + argument
                                + "' is not key=value; write include=com.acme for a package, and ';' between the names of a list");
            }
            Option option = known(argument.substring(0, equals).trim(), "");
            if (settings.isSet(option)) {
                throw new OptionException("option '" + option.key()
                        + "' is given twice; omit one, or put ';' between the names of a list");
            }
            settings.offer(option, argument.substring(equals + 1), "");
        }
    }

    private void offerSystemProperties(Settings settings) throws OptionException {
        for (String name : systemProperties.stringPropertyNames()) {
            if (name.startsWith(PROPERTY_PREFIX) && !isOfModule(name)) {
                Option option = known(name.substring(PROPERTY_PREFIX.length()), " (in -D" + name + ")");
                settings.offer(option, systemProperties.getProperty(name), "-D" + name);
            }
        }
    }

    private static boolean isOfModule(String name) {
        return name.equals(METERS) || name.startsWith(METERS.concat("[")) || name.startsWith(TEST_PREFIX);
    }

    /* An unknown JTRACER_ variable is not an error: Kubernetes sets JTRACER_PORT and similar variables in every
     * container beside a service of that name. */
    private void offerEnvironment(Settings settings) {
        for (Option option : Option.values()) {
            String text = environment.get(option.environmentVariable());
            if (text != null) {
                settings.offer(option, text, option.environmentVariable());
            }
        }
    }

    private static void offerFile(Settings settings) throws OptionException {
        String file = settings.text(Option.CONFIG);
        if (file.isEmpty()) {
            return;
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(file))) {
            properties.load(reader);
        } catch (NoSuchFileException missing) {
            throw new OptionException("config file '" + file + "' does not exist; create it or change config=");
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new OptionException("config file '" + file + "' cannot be read (" + unreadable.getMessage()
                    + "); write key=value lines in UTF-8");
        }
        for (String key : properties.stringPropertyNames()) {
            settings.offer(known(key, " (in " + file + ")"), properties.getProperty(key), file);
        }
    }

    private AgentOptions read(Settings settings) throws OptionException {
        return new AgentOptions(
                weaving(settings),
                buffers(settings),
                new FileOptions(
                        output(settings),
                        settings.quantityOrOff(Option.MIN, Quantity.DURATION, Long.MAX_VALUE),
                        (int) settings.quantity(Option.DEPTH, Quantity.COUNT, 2, 512),
                        settings.quantity(Option.SEGMENT, Quantity.SIZE, 1 << 16, Long.MAX_VALUE),
                        settings.quantity(Option.EXIT, Quantity.DURATION, 0, Long.MAX_VALUE),
                        rotate(settings),
                        keep(settings),
                        jfr(settings)),
                new SwitchOptions(
                        share(settings, Option.SAMPLE, "JVMs"),
                        settings.flag(Option.START),
                        signal(settings),
                        settings.choice(Option.JMX).equals("late"),
                        totals(settings)),
                stderr(settings),
                ServiceIdentity.of(settings.text(Option.NAME), systemProperties, environment));
    }

    private static SampleShare share(Settings settings, Option option, String of) throws OptionException {
        SampleShare share = SampleShare.parse(settings.text(option));
        if (share == null) {
            throw settings.unreadable(option, "a share of " + of + "; write 1/100 for one of a hundred");
        }
        return share;
    }

    private static SampleShare sampledCalls(Settings settings) throws OptionException {
        SampleShare share = share(settings, Option.SAMPLE_CALLS, "root calls");
        if (!share.dropsAny()) {
            return share;
        }
        if (slowNanos(settings) > 0) {
            throw settings.contradiction(Option.SAMPLE_CALLS, Option.SLOW, ": most slow calls would not be seen");
        }
        if (settings.flag(Option.BOUNDARY)) {
            throw settings.contradiction(
                    Option.SAMPLE_CALLS, Option.BOUNDARY, ": calls of code that is not included are not sampled");
        }
        return share;
    }

    /** Returns the signal; null for none. */
    private @Nullable String signal(Settings settings) throws OptionException {
        return settings.isOff(Option.SIGNAL) || isWithoutSignal(settings)
                ? null
                : ToggleSignals.parse(settings.text(Option.SIGNAL));
    }

    /** Returns whether no option names a signal on a system without the default one. */
    private boolean isWithoutSignal(Settings settings) {
        return !settings.isSet(Option.SIGNAL)
                && Platform.of(systemProperties.getProperty("os.name", "")) == Platform.WINDOWS;
    }

    private static boolean totals(Settings settings) throws OptionException {
        boolean totals = settings.flag(Option.TOTALS);
        if (!totals && slowNanos(settings) > 0) {
            throw settings.contradiction(Option.TOTALS, Option.SLOW, ": how long a call lasts is not known");
        }
        List<String> print = settings.choices(Option.PRINT);
        if (!totals && (print.contains("calls") || print.contains("totals"))) {
            throw settings.contradiction(Option.TOTALS, Option.PRINT, "");
        }
        return totals;
    }

    private static long slowNanos(Settings settings) throws OptionException {
        return settings.quantityOrOff(Option.SLOW, Quantity.DURATION, LONGEST_SLOW_NANOS);
    }

    private static StderrOptions stderr(Settings settings) throws OptionException {
        List<String> print = settings.choices(Option.PRINT);
        boolean quiet = settings.flag(Option.QUIET);
        return new StderrOptions(
                print.contains("calls"),
                quiet,
                quiet || print.contains("off")
                        ? TotalsForm.NONE
                        : print.contains("totals") ? TotalsForm.LINES : TotalsForm.TABLES,
                settings.choice(Option.SORT),
                settings.quantityOrOff(Option.STALL, Quantity.DURATION, Long.MAX_VALUE));
    }

    private double budget(Settings settings) throws OptionException {
        long share = settings.quantityOrOff(Option.BUDGET, Quantity.SHARE, ALL);
        if (share > 0 && Platform.of(systemProperties.getProperty("os.name", "")) != Platform.UNIX) {
            throw new OptionException("option budget='" + settings.text(Option.BUDGET)
                    + "' needs the CPU times that Linux counts; omit it, or write sample-calls=1/100");
        }
        String file = settings.text(Option.BUDGET_FILE);
        if (share == 0 && !file.isEmpty()) {
            throw new OptionException("option budget-file='" + file + "' lacks its budget; add budget=5%");
        }
        return share / (double) ALL;
    }

    private WeavingOptions weaving(Settings settings) throws OptionException {
        List<String> include = settings.names(Option.INCLUDE);
        if (include.isEmpty()) {
            throw new OptionException("option 'include' is missing; name what to trace, such as include=com.acme");
        }
        return new WeavingOptions(
                include,
                settings.names(Option.EXCLUDE),
                settings.flag(Option.ACCESSORS),
                settings.flag(Option.CLINIT),
                settings.choice(Option.PROXIES).equals("show"),
                callbacks(settings),
                context(settings),
                sampledCalls(settings),
                budget(settings),
                settings.text(Option.BUDGET_FILE),
                settings.names(Option.ARGS),
                settings.names(Option.ARGS_TOSTRING));
    }

    private static List<String> context(Settings settings) throws OptionException {
        List<String> context = settings.choices(Option.CONTEXT);
        if (context.contains("log") && !context.contains("http")) {
            throw new OptionException("option context='" + settings.text(Option.CONTEXT)
                    + "' has trace ids for no requests; write context=http+log");
        }
        return context.contains("off") ? List.of() : context;
    }

    private static BufferOptions buffers(Settings settings) throws OptionException {
        int bufferBytes = (int) settings.quantity(Option.BUFFER, Quantity.SIZE, 16 << 10, 1 << 20);
        if (Integer.bitCount(bufferBytes) != 1) {
            throw settings.unreadable(Option.BUFFER, "a power of two; write 16k, 32k, 64k, 128k, 256k, 512k or 1m");
        }
        long slowNanos = slowNanos(settings);
        long ringBytes = ring(settings, slowNanos);
        return new BufferOptions(
                full(settings, ringBytes),
                settings.quantity(Option.WAIT, Quantity.DURATION, 0, Long.MAX_VALUE),
                ringBytes,
                slowNanos,
                bufferBytes,
                settings.quantity(Option.SPOOL, Quantity.SIZE, Math.max(1 << 20, 2L * bufferBytes), 1L << 40));
    }

    private static long ring(Settings settings, long slowNanos) throws OptionException {
        if (slowNanos == 0 || settings.isSet(Option.RING)) {
            long ringBytes = settings.quantityOrOff(Option.RING, Quantity.SIZE, Long.MAX_VALUE);
            if (ringBytes > 0 && ringBytes < LEAST_RING_BYTES) {
                throw settings.unreadable(Option.RING, "0 or at least 64k; write a number and a unit, such as 64m");
            }
            if (slowNanos > 0 && ringBytes == 0) {
                throw new OptionException("option slow='" + settings.text(Option.SLOW)
                        + "' needs a ring to keep from; omit ring= or set its size");
            }
            return ringBytes;
        }
        if (settings.isSet(Option.FULL) && !settings.text(Option.FULL).equalsIgnoreCase(FullPolicy.RING.name())) {
            throw settings.contradiction(Option.FULL, Option.SLOW, "");
        }
        return RING_OF_SLOW_CALLS_BYTES;
    }

    private static long rotate(Settings settings) throws OptionException {
        if (!isRotating(settings)) {
            return 0;
        }
        long nanos = settings.quantity(Option.ROTATE, Quantity.DURATION, SHORTEST_ROTATION_NANOS, Long.MAX_VALUE);
        for (Option other : List.of(Option.RING, Option.SLOW)) {
            if (settings.isSet(other)
                    && !settings.isOff(other)
                    && !settings.text(other).equals("0")) {
                throw settings.contradiction(Option.ROTATE, other, ": rotate= keeps all, and keep=2g bounds its files");
            }
        }
        return nanos;
    }

    private static boolean jfr(Settings settings) throws OptionException {
        boolean jfr = settings.flag(Option.JFR);
        if (jfr && isRotating(settings)) {
            throw settings.contradiction(Option.JFR, Option.ROTATE, ": a JFR recording is one file");
        }
        return jfr;
    }

    private static long keep(Settings settings) throws OptionException {
        if (settings.isOff(Option.KEEP) || settings.text(Option.KEEP).equals("0")) {
            return 0;
        }
        if (!isRotating(settings)) {
            throw new OptionException("option keep='" + settings.text(Option.KEEP)
                    + "' deletes closed files, and a recording has one; add rotate=10m");
        }
        return settings.quantity(Option.KEEP, Quantity.SIZE, LEAST_KEEP_BYTES, Long.MAX_VALUE);
    }

    private static boolean isRotating(Settings settings) {
        return !settings.isOff(Option.ROTATE);
    }

    private static boolean isNamedForRotation(Settings settings) {
        return isRotating(settings) && !settings.isSet(Option.OUTPUT);
    }

    private static String output(Settings settings) throws OptionException {
        if (isNamedForRotation(settings)) {
            return OUTPUT_OF_ROTATION;
        }
        String output = settings.text(Option.OUTPUT);
        if (!output.endsWith(".json") && !output.endsWith(".json.gz") && !output.endsWith(".jtr")) {
            throw settings.unreadable(Option.OUTPUT, "a known kind of file; end it with .json, .json.gz or .jtr");
        }
        if (isRotating(settings) && !output.endsWith(".jtr")) {
            throw settings.unreadable(
                    Option.OUTPUT, "a recording, and rotate= makes several files of these alone; end it with .jtr");
        }
        return output;
    }

    private static CallbackOptions callbacks(Settings settings) throws OptionException {
        CallbackPolicy policy =
                CallbackPolicy.valueOf(settings.choice(Option.CALLBACKS).toUpperCase(Locale.ROOT));
        int runs = (int) settings.quantity(Option.CALLBACK_RUNS, Quantity.COUNT, 0, Integer.MAX_VALUE);
        return new CallbackOptions(
                policy,
                boundary(settings, policy),
                tasks(settings, policy),
                settings.names(Option.CALLBACK_INCLUDE),
                settings.names(Option.CALLBACK_EXCLUDE),
                settings.names(Option.CALLBACK_TYPES),
                settings.names(Option.CALLBACK_EXACT),
                runs == 0 ? Integer.MAX_VALUE : runs);
    }

    private static boolean boundary(Settings settings, CallbackPolicy callbacks) throws OptionException {
        boolean boundary = settings.flag(Option.BOUNDARY);
        if (boundary && callbacks == CallbackPolicy.OFF) {
            throw new OptionException("option boundary=on finds no call while callbacks are off; add callbacks=all");
        }
        return boundary;
    }

    private static TaskPolicy tasks(Settings settings, CallbackPolicy callbacks) throws OptionException {
        TaskPolicy tasks = TaskPolicy.valueOf(settings.choice(Option.TASKS).toUpperCase(Locale.ROOT));
        if (callbacks != CallbackPolicy.OFF) {
            return tasks;
        }
        if (tasks != TaskPolicy.OFF && settings.isSet(Option.TASKS)) {
            throw new OptionException("option tasks='" + settings.text(Option.TASKS)
                    + "' links nothing while callbacks are off; add callbacks=all");
        }
        return TaskPolicy.OFF;
    }

    private static FullPolicy full(Settings settings, long ringBytes) throws OptionException {
        FullPolicy full = FullPolicy.valueOf(settings.choice(Option.FULL).toUpperCase(Locale.ROOT));
        if (full == FullPolicy.RING && ringBytes == 0) {
            throw new OptionException("option full=ring lacks its size; add ring=64m");
        }
        if (full != FullPolicy.RING && ringBytes > 0 && settings.isSet(Option.FULL)) {
            throw settings.contradiction(Option.FULL, Option.RING, "");
        }
        return ringBytes > 0 ? FullPolicy.RING : full;
    }

    private static Option known(String key, String place) throws OptionException {
        Option option = Option.ofKey(key);
        if (option != null) {
            return option;
        }
        List<String> keys = new ArrayList<>();
        for (Option each : Option.values()) {
            keys.add(each.key());
        }
        throw new OptionException("unknown option '" + key + "'" + place + "; "
                + Spelling.advice(key, keys, "known are " + String.join(" ", keys)));
    }

    /**
     * An option with its value and the source that it comes from.
     *
     * @param value the value as the user wrote it, or the default; empty for none
     * @param origin the source in words: {@code default}, {@code agent argument}, {@code -Djtracer.sort},
     *     {@code JTRACER_SORT} or a file
     */
    public record ExplainedOption(String key, String value, String origin) {}
}
