// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import org.jspecify.annotations.Nullable;

/**
 * The list of all options: key, form of a value, default and one line of help. The parser, the command line's help
 * and the manual's table all use this list, in this order.
 */
public enum Option {
    INCLUDE(
            "include",
            "NAME;NAME",
            "",
            "what to trace: a package and all below it, a class, or its methods (com.acme;com.acme.Cache#get*); required"),
    EXCLUDE("exclude", "NAME;NAME", "", "what to exclude from it, written in the same way"),
    OUTPUT(
            "output",
            "FILE",
            "jtracer-%p.json",
            "file to write: .json, .json.gz or .jtr; %p is the process id, %t the file's start time, %n its number, %s the"
                    + " service (name=) and %h the host"),
    ROTATE(
            "rotate",
            "DURATION|off",
            "off",
            "close the recording's file after this long, or when it has grown to segment=, and go on in another without a gap;"
                    + " output= is then a .jtr file, by default jtracer-%s-%h-%p-%t.jtr"),
    KEEP(
            "keep",
            "SIZE",
            "0",
            "with rotate=, delete the oldest closed files of this JVM when all together are larger than this; 0 keeps all"),
    NAME(
            "name",
            "SERVICE",
            "",
            "name of the program in recordings; by default OpenTelemetry's service name (OTEL_SERVICE_NAME), else the main class"),
    SAMPLE(
            "sample",
            "1/N",
            "1/1",
            "record one of N JVMs, chosen at random at the start; the others stay as they are without the agent"),
    SAMPLE_CALLS(
            "sample-calls",
            "1/N",
            "1/1",
            "record one of N root calls of each thread, with all that happens in it and the tasks that it submits, and"
                    + " nothing of the others, which are counted"),
    BUDGET(
            "budget",
            "PERCENT|off",
            "off",
            "most CPU time of the process that tracing may take (5%); while it takes more, the short methods that are called most"
                    + " are dropped, and named"),
    BUDGET_FILE(
            "budget-file",
            "FILE",
            "",
            "file of what budget= dropped, a line each: read at the start, so that these methods are never woven and these"
                    + " callbacks are dropped, and written when more are"),
    START("start", "on|off", "on", "whether to record from the start; off waits for a switch"),
    SIGNAL(
            "signal",
            "NAME|off",
            "URG",
            "signal that starts and stops a recording; URG harms no JVM that lacks the tracer; off on Windows"),
    PRINT(
            "print",
            "tables|totals|calls|off",
            "tables",
            "what to print to stderr: when a recording stops, its totals as tables, or as lines for programs (totals); every"
                    + " call as it happens, with its thread, in the order of time (calls). Several with +"),
    SORT(
            "sort",
            "self|total|calls|avg|p99|max|name",
            "self",
            "column by which the table of methods is sorted when a recording stops"),
    QUIET("quiet", "on|off", "off", "leave the totals off stderr when a recording stops"),
    TOTALS(
            "totals",
            "on|off",
            "on",
            "whether to add up the totals while recording; off takes less CPU time, and leaves stop, top, dump and JMX without"
                    + " figures, and calls without CPU times: see report FILE"),
    FULL(
            "full",
            "wait|drop|ring",
            "wait",
            "when the buffers are full: let threads wait, drop and count, or overwrite the oldest that was not written yet"),
    WAIT(
            "wait",
            "DURATION",
            "1s",
            "longest time that a thread waits for a free buffer; after that all threads drop and count until one is free"),
    RING("ring", "SIZE", "0", "keep the newest records alone, as many as fit into this size; 0 keeps all"),
    SLOW(
            "slow",
            "DURATION|off",
            "off",
            "keep only what surrounds calls that last this long or longer; implies ring=64m"),
    MIN(
            "min",
            "DURATION",
            "0",
            "drop calls from the file that were shorter than this, but for callbacks and the calls that they were passed to"),
    DEPTH(
            "depth",
            "COUNT",
            "500",
            "deepest level written to the file, the thread itself counted; 2 to 512, as Perfetto shows no more"),
    BUFFER("buffer", "SIZE", "64k", "memory that a thread takes at a time; a power of two from 16k to 1m"),
    SPOOL("spool", "SIZE", "64m", "most buffer memory in all, backed by a file beside the output; at least 1m"),
    EXIT("exit", "DURATION", "5s", "longest time that the tracer may hold up the end of the JVM"),
    ACCESSORS("accessors", "on|off", "off", "trace methods of three instructions or fewer too"),
    CLINIT("clinit", "on|off", "off", "trace static initialisers too"),
    PROXIES(
            "proxies",
            "fold|show",
            "fold",
            "whether the classes that frameworks generate in front of included ones (Spring's and Hibernate's proxies) are"
                    + " traced too"),
    CALLBACKS(
            "callbacks",
            "all|lambdas|off",
            "all",
            "whose runs to link to the call that they were passed to: lambdas and the application's own objects, lambdas, or none"),
    CALLBACK_INCLUDE(
            "callback-include",
            "NAME;NAME",
            "",
            "classes besides those included whose lambdas and objects are callbacks too; their calls are not recorded"),
    CALLBACK_EXCLUDE(
            "callback-exclude",
            "NAME;NAME",
            "",
            "classes whose lambdas and objects are left alone, and types of callbacks that are (java.util.Comparator)"),
    CALLBACK_TYPES(
            "callback-types",
            "NAME;NAME",
            "",
            "further interfaces whose objects are callbacks, by each of their methods (java.awt.event.MouseListener)"),
    CALLBACK_EXACT(
            "callback-exact",
            "NAME;NAME|off",
            "",
            "further classes that only run the callbacks they receive, neither compare nor hold them weakly (com.acme.Bus):"
                    + " there each evaluation of a lambda without captures is one callback; off for none, the known ones included"),
    CALLBACK_RUNS(
            "callback-runs",
            "COUNT",
            "0",
            "most runs recorded of a callback for each call that it was passed to; those beyond are counted; 0 records all"),
    BOUNDARY(
            "boundary",
            "on|off",
            "off",
            "record the calls that pass a callback to code that is not included as calls of their own"),
    TASKS(
            "tasks",
            "pools|all|off",
            "all",
            "follow tasks of pools, event loops, timers and virtual threads from the call that submits them to their run, also where a"
                    + " library does so; pools never redefines the JDK's classes of threads"),
    CONTEXT(
            "context",
            "http|jdbc|log|off",
            "http+jdbc+log",
            "record what a request is about as calls of their own: the HTTP requests that are served, by method and route with"
                    + " the status, and the statements of JDBC without their literals, with the rows changed; log adds the trace id"
                    + " that the program's log has. Several with +"),
    ARGS(
            "args",
            "METHOD;..",
            "",
            "included methods whose arguments and results are recorded (com.acme.Order#total): numbers, texts and constants by"
                    + " their value, other objects by their class; parameters and methods named like a password are masked"),
    ARGS_TOSTRING(
            "args-tostring",
            "TYPE;..",
            "",
            "classes whose toString args= may call (com.acme.Money); it runs on the thread that makes the call"),
    JFR(
            "jfr",
            "on|off",
            "off",
            "record by JDK Flight Recorder too, to a .jfr file beside the output, from which report says what slow calls waited for"),
    JMX("jmx", "late|off", "late", "register dev.jtracer:type=Tracer once the platform's MBean server exists"),
    STALL("stall", "DURATION|off", "50ms", "report when the whole JVM stood still for longer than this"),
    SEGMENT(
            "segment",
            "SIZE",
            "256m",
            "start another file when this one has grown to this size, uncompressed; of a .jtr file with rotate= alone"),
    CONFIG("config", "FILE", "", "properties file that holds any of these options");

    private final String key;
    private final String form;
    private final String defaultValue;
    private final String help;

    Option(String key, String form, String defaultValue, String help) {
        this.key = key;
        this.form = form;
        this.defaultValue = defaultValue;
        this.help = help;
    }

    /** Returns the option's name in agent arguments and in the properties file. */
    public String key() {
        return key;
    }

    /** Returns the name of the environment variable that sets this option. */
    public String environmentVariable() {
        return "JTRACER_" + name();
    }

    /** Returns the form of a value, for example {@code on|off} or {@code DURATION}. */
    public String form() {
        return form;
    }

    /** Returns the default as a user would write it; empty for none. */
    public String defaultValue() {
        return defaultValue;
    }

    /** Returns one line of help, without a full stop. */
    public String help() {
        return help;
    }

    /** Returns the option with this key, or null. */
    public static @Nullable Option ofKey(String key) {
        for (Option option : values()) {
            if (option.key.equals(key)) {
                return option;
            }
        }
        return null;
    }
}
