// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** Problems of the events in a trace that is readable as a whole. Readers count them and report all counts. */
public enum ImportProblem {
    TRUNCATED(
            Severity.DATA_LOSS,
            "the file ends in the middle; its writer was probably killed. All complete events are there"),
    GROWING(
            Severity.DATA_LOSS,
            "the recording goes on; what its JVM records from now on is not here, nor the last moments of busy threads"),
    NO_SPOOL(
            Severity.DATA_LOSS,
            "the last calls of a killed JVM are missing, because its spool is not beside the recording or cannot be read"),
    DAMAGED(
            Severity.DATA_LOSS,
            "the file is damaged; the events before and behind the damage were read, those in it are lost"),
    NOT_AN_EVENT(Severity.ERROR, "an entry of the event list is no JSON object and was dropped; check the writer"),
    UNKNOWN_PHASE(Severity.ERROR, "'ph' is missing or not known, and the event was dropped; check the writer"),
    BAD_TIMESTAMP(
            Severity.ERROR, "'ts' is missing, no number or too large, and the event was dropped; check the writer"),
    BAD_DURATION(Severity.ERROR, "'dur' is negative or no number, and the event was dropped; check the writer"),
    MISSING_DURATION(Severity.INFO, "a complete event has no 'dur'; it counts as unfinished"),
    MISSING_NAME(Severity.INFO, "the event has no 'name'; legal for ends, otherwise shown without one"),
    MISSING_ID(Severity.ERROR, "an async event has no 'id' or 'id2', and was dropped; check the writer"),
    ID_AND_ID2(Severity.ERROR, "an event has both 'id' and 'id2'; 'id2' was used"),
    MISSING_THREAD(Severity.INFO, "a call has no 'pid' or no 'tid'; 0 was used"),
    BAD_NUMBER(Severity.ERROR, "'pid' or 'tid' is neither a number nor text; 0 was used"),
    TEXT_FOR_NUMBER(Severity.INFO, "'pid' or 'tid' is text; numbers below 0 stand for it"),
    UNSUPPORTED_SECTION(Severity.INFO, "a section or an event of the file has no place in a trace and was not read"),
    SECTION_TOO_LARGE(
            Severity.DATA_LOSS,
            "what the file says about itself, or the stack frames in it, take too much memory; give this program more heap"),
    UNKNOWN_TIME_UNIT(Severity.INFO, "'displayTimeUnit' is neither 'ms' nor 'ns'; times are microseconds all the same"),
    BAD_STACK_FRAME(Severity.ERROR, "an entry of 'stackFrames' is no JSON object and was dropped; check the writer"),
    BAD_ARGS(Severity.INFO, "'args' is no JSON object; it was dropped"),
    ARGS_STRIPPED(Severity.INFO, "the arguments of an event were removed when it was recorded"),
    ARGS_TOO_LARGE(
            Severity.DATA_LOSS, "the arguments of an event take too much memory and were dropped; use more heap"),
    BAD_TEXT(Severity.ERROR, "bytes that are no valid UTF-8 were replaced; check the writer's encoding"),
    NAME_TOO_LONG(Severity.DATA_LOSS, "a name or an id has more than 50000 characters; the rest was cut off"),
    TOO_MANY_NAMES(
            Severity.DATA_LOSS, "too many different names; the last ones share the name '(other)'. Use more heap"),
    TOO_MANY_IDS(
            Severity.DATA_LOSS,
            "too many different ids, threads or categories; the last ones share one, '(other)'. Use more heap"),
    SUBTRACE_FAILED(
            Severity.DATA_LOSS,
            "a part of the import could not be read, and was dropped from there on; the report on its source says why"),
    BAD_LINE(Severity.ERROR, "a line is no stack with a count, and was dropped; check the writer"),
    BAD_CLOCK_SYNC(Severity.ERROR, "a clock sync marker makes no sense and was not used; check the writer"),
    CLOCK_UNRELATED(
            Severity.INFO, "nothing relates the clock of a source to that of the others; its times are as in its file"),
    PROCESS_RENUMBERED(
            Severity.INFO, "two sources have different processes of one number; the later one was given another"),
    MISSING_SEGMENT(
            Severity.DATA_LOSS, "a recording goes on in a file that is not among those imported; import all its files"),
    NOT_ADDED(
            Severity.INFO,
            "statements of calls, marks, counters and other events are not in the sum; report the recording alone to see them");

    public enum Severity {
        /** Nothing is lost. */
        INFO,
        /** An event was dropped or changed because of an error of its writer. */
        ERROR,
        /** Recorded data are missing. */
        DATA_LOSS
    }

    private final Severity severity;
    private final String remedy;

    ImportProblem(Severity severity, String remedy) {
        this.severity = severity;
        this.remedy = remedy;
    }

    public Severity severity() {
        return severity;
    }

    /** Returns whether data are missing because of it. */
    public boolean losesData() {
        return severity == Severity.DATA_LOSS;
    }

    /** Returns one sentence for the user: the meaning and the next step. */
    public String remedy() {
        return remedy;
    }
}
