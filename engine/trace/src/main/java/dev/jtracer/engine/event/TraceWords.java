// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.LinkedHashMap;
import java.util.Map;

/** The words in a trace that its writers, readers and handlers share: Chrome's, and jtracer's in Chrome's format. */
public final class TraceWords {
    /* Categories. */
    /** The category of calls in traces that jtracer writes. */
    public static final String JAVA = "java";
    /** The category of facts about a recording. */
    public static final String JTRACER = "jtracer";

    public static final String METADATA = "__metadata";

    /** The category of lines of text, and the argument that marks one among the calls of its thread. */
    public static final String LOG = "log";

    /* Names of metadata. */
    public static final String PROCESS_NAME = "process_name";
    public static final String PROCESS_LABELS = "process_labels";
    public static final String PROCESS_SORT_INDEX = "process_sort_index";
    public static final String THREAD_NAME = "thread_name";
    public static final String THREAD_SORT_INDEX = "thread_sort_index";

    /* Facts about a recording, and the argument that relates its clock to others. */
    public static final String RECORDING = "recording";
    public static final String RECORDING_END = "recording end";
    /** The name of a stall, of its event and where it is drawn with its begin and its end. */
    public static final String STALL = "stall";

    /** The length of a stall. */
    public static final String STALL_NANOS = "stallNanos";

    /** The category of what the tracer read meanwhile, then the name of a reading of CPU time and its arguments. */
    public static final String READING = "jtracer.reading";

    public static final String CPU = "cpu";

    public static final String TID = "tid";
    public static final String CPU_NANOS = "cpuNanos";

    /** The row of stalls. Firefox Profiler sorts rows by name, and should not show it above {@code main}. */
    public static final String STALL_ROW = "stalls of the JVM";

    /** The name of the outer span of every virtual thread, and of groups of virtual threads. */
    public static final String VIRTUAL_THREADS = "virtual threads";

    public static final String START_EPOCH_MICROS = "startEpochMicros";
    /** The start of a recording in a combined trace, where {@link #START_EPOCH_MICROS} is that of the whole. */
    public static final String OWN_EPOCH_MICROS = "ownEpochMicros";

    /** The latest start that fits into nanoseconds, in the year 2255. A later one is that of a damaged trace. */
    public static final long MOST_EPOCH_MICROS = 9_000_000_000_000_000L;

    /* Arguments of the recording: what was recorded and where. Absent if not known. */
    public static final String SERVICE = "service";
    public static final String SERVICE_VERSION = "serviceVersion";
    public static final String HOST = "host";

    /** The share of the root calls that were recorded, as {@code 1/100}; absent if all were. */
    public static final String SAMPLED_CALLS = "sampleCalls";

    /** Types of objects that were passed to libraries and not followed, with the numbers of the calls. */
    public static final String NOT_FOLLOWED = "notFollowed";

    /** Begin of the line that names these types to the user. */
    public static final String NOT_FOLLOWED_LINE =
            "objects passed to libraries are not followed, unless callback-types= names their types: ";

    /** Number of the root calls that were recorded because they are in the sample. */
    public static final String CALLS_CHOSEN = "rootCallsChosen";
    /** Number of the other root calls. */
    public static final String CALLS_DROPPED = "rootCallsDropped";

    /** The share of the CPU time that tracing was limited to, {@code 5%}. */
    public static final String BUDGET = "budget";
    /** The dropped methods and callbacks, a line each: time since the recording's start in ns, a blank, the name. */
    public static final String METHODS_DROPPED = "methodsDropped";

    /** Time and reason of a recording's end that came before its stop. */
    public static final String ENDED_EARLY = "endedEarly";
    /** Fact of an end that the JVM did not write itself: whether the recording ends in the middle of a frame. */
    public static final String TORN = "torn";
    /** Files and bytes that were damaged in the recording of which a trace was made. */
    public static final String DAMAGED = "damaged";

    /* The fact about a kind of samples: its category and the time between two of them; and of a sample with a limited
     * stack. */
    public static final String SAMPLING = "sampling";
    public static final String SAMPLES = "samples";
    public static final String PERIOD = "period";
    public static final String CUT_STACK = "stackCut";

    /* Arguments of spans, see SpanFlags. */
    public static final String THREW = "threw";
    public static final String UNFINISHED = "unfinished";
    public static final String CONTINUED = "cont";
    public static final String CALLBACK = "callback";
    public static final String PASS = "pass";
    public static final String AMBIGUOUS = "ambiguous";
    public static final String THREAD = "thread";
    public static final String THREAD_END = "threadEnd";
    /** The number of a callback's first pass, on a pass that forwards the callback. */
    public static final String FORWARD = "forward";

    /** The number of a part among those of a trace, from 1, with the facts of its recording. */
    public static final String SEGMENT = "segment";
    /** Since when, for a file that a recording went on in; with the facts of its start and of its end. */
    public static final String FROM_NANOS = "fromNanos";
    /** Fact at a recording's start or end: 1 if that is cut off, so that the facts are of more than the trace has. */
    public static final String CUT = "cut";

    /** The pass site of a callback, on its passes and runs. */
    public static final String SITE = "site";

    /** The {@link NameKind} of a request or a statement, on the begin of its calls. */
    public static final String KIND = "kind";

    /** On ends: a request's status, the rows that a statement changed, and a request's id in the program's log. */
    public static final String STATUS = "status";

    public static final String ROWS = "rows";
    public static final String TRACE_ID = "trace_id";

    /** On ends of requests: the id of OpenTelemetry's span around it, which began before. */
    public static final String PARENT_SPAN_ID = "parent_span_id";

    /** The texts of a call's arguments and of its result, and the class of the exception that left it. */
    public static final String ARGUMENTS = "arguments";

    public static final String RESULT = "result";
    public static final String EXCEPTION = "exception";

    private TraceWords() {}

    /** Returns the arguments of a reading of a thread's CPU time so far. */
    public static Map<String, Long> cpu(long threadId, long cpuNanos) {
        Map<String, Long> reading = new LinkedHashMap<>(); // files of the same recording are the same
        reading.put(TID, threadId);
        reading.put(CPU_NANOS, cpuNanos);
        return reading;
    }

    /** Returns the argument that holds the text of a call's result, or of the class of the exception that left it. */
    public static String outcome(boolean threw) {
        return threw ? EXCEPTION : RESULT;
    }
}
