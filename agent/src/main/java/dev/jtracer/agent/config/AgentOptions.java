// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The user's options, by subject. Every value is in its range; names of classes and files are checked at use. */
public record AgentOptions(
        WeavingOptions weaving,
        BufferOptions buffers,
        FileOptions files,
        SwitchOptions switches,
        StderrOptions stderr,
        ServiceIdentity service) {
    /**
     * The user's options for weaving. Names are checked where they are used.
     *
     * @param include what to trace, never empty
     * @param exclude exceptions from {@code include}
     * @param accessors whether methods of three instructions or fewer are traced
     * @param clinit whether static initialisers are traced
     * @param showsProxies whether generated proxies of included classes are traced
     * @param callbacks which callbacks are distinguished from other calls, and how
     * @param context which context of requests is recorded: {@code http}, {@code jdbc}, {@code log}, several or none
     * @param sampledCalls share of the root calls that are recorded
     * @param budget share of the CPU time that tracing may take, up to 1; 0 for any
     * @param budgetFile file of what is dropped; empty for none. Needs a budget
     * @param args the methods whose arguments and results are recorded
     * @param argsToString the classes whose {@code toString} shows a value
     */
    public record WeavingOptions(
            List<String> include,
            List<String> exclude,
            boolean accessors,
            boolean clinit,
            boolean showsProxies,
            CallbackOptions callbacks,
            List<String> context,
            SampleShare sampledCalls,
            double budget,
            String budgetFile,
            List<String> args,
            List<String> argsToString) {}

    /**
     * The user's options for callbacks. Names are checked where they are used.
     *
     * @param policy which callbacks are distinguished from other calls
     * @param boundary whether calls that pass callbacks to code that is not included are recorded; needs callbacks
     * @param tasks whether the tasks are followed that code which is not included submits to the JDK's executors;
     *     needs callbacks
     * @param include further classes, not included otherwise, whose lambdas and objects are callbacks too
     * @param exclude classes and types whose callbacks are treated as other calls
     * @param types further types of callbacks, recognised by any of their methods
     * @param exact further classes that only run the callbacks that they receive; {@code off} alone for no class
     * @param mostRuns limit of recorded runs per pass, at least 1; further runs are counted
     */
    public record CallbackOptions(
            CallbackPolicy policy,
            boolean boundary,
            TaskPolicy tasks,
            List<String> include,
            List<String> exclude,
            List<String> types,
            List<String> exact,
            int mostRuns) {}

    /**
     * The user's options for the memory that traced threads record into.
     *
     * @param full what a traced thread does when every buffer is full; {@link FullPolicy#RING} exactly when ringBytes
     *     &gt; 0
     * @param waitNanos longest wait of a traced thread for a free buffer; 0 for none
     * @param ringBytes how many bytes of the newest records are retained; 0 retains all
     * @param slowNanos duration of the calls around which records are retained; 0 retains them whatever calls last.
     *     Needs a ring
     * @param bufferBytes memory that a thread takes at a time, a power of two from 16 KiB to 1 MiB
     * @param spoolBytes most buffer memory in all, at least 1 MiB and at least two buffers
     */
    public record BufferOptions(
            FullPolicy full, long waitNanos, long ringBytes, long slowNanos, int bufferBytes, long spoolBytes) {}

    /**
     * The user's options for output files. The pattern is checked where it is used.
     *
     * @param output pattern of the output file's name, with {@code %p %t %n %s %h}
     * @param minNanos calls shorter than this are dropped from the file; 0 keeps all
     * @param depth deepest call in the file, at least 1
     * @param segmentBytes uncompressed size of a file at which the next one is started
     * @param exitNanos longest time by which the tracer may delay the end of the JVM to complete its files
     * @param rotateNanos time after which a recording goes on in another file; 0 for one file. Needs an output of
     *     {@code .jtr}
     * @param keepBytes most bytes of all files of a JVM that rotates; 0 keeps all
     * @param jfr whether JDK Flight Recorder records too; not of a JVM that rotates
     */
    public record FileOptions(
            String output,
            long minNanos,
            int depth,
            long segmentBytes,
            long exitNanos,
            long rotateNanos,
            long keepBytes,
            boolean jfr) {
        /* As many files as a ring has: just after a deletion, an eighth of the size is missing at most. */
        private static final int MOST_FILES = 8;

        /** Returns whether recordings go on in other files. */
        public boolean rotates() {
            return rotateNanos > 0;
        }

        /** Returns the size at which a recording that rotates goes on in another file. */
        public long rotateBytes() {
            return keepBytes == 0 ? segmentBytes : Math.min(segmentBytes, keepBytes / MOST_FILES);
        }
    }

    /**
     * The user's options for what starts and stops recordings.
     *
     * @param sample share of the JVMs that get the agent at their start and are recorded
     * @param start whether to record from the start
     * @param signal the signal that toggles recording, without {@code SIG}; null for none
     * @param jmx whether the MBean is registered once the platform's server exists
     * @param totals whether recordings are added up while they are made
     */
    public record SwitchOptions(
            SampleShare sample, boolean start, @Nullable String signal, boolean jmx, boolean totals) {}

    /**
     * The user's options for lines on stderr.
     *
     * @param printCalls whether every call is printed
     * @param quiet whether the cost of a timing, the totals and other lines about a success are omitted
     * @param totals form of the totals at the stop
     * @param sort column by which the table of methods is sorted, one of those of {@link Option#SORT}
     * @param stallNanos stalls of the whole JVM longer than this are reported; 0 reports none
     */
    public record StderrOptions(boolean printCalls, boolean quiet, TotalsForm totals, String sort, long stallNanos) {}

    /** The choice of callbacks that are distinguished from other calls and linked to the call they were passed to. */
    public enum CallbackPolicy {
        /** None: the code of a lambda shows as a function, and so does a method that is called back. */
        OFF,
        /** Lambdas and method references. */
        LAMBDAS,
        /** Follows objects of the application's own classes too: anonymous classes, subclasses of Thread. */
        ALL
    }

    /** The choice of tasks that are followed from the call that submits them. */
    public enum TaskPolicy {
        /** None but the application's own callbacks. */
        OFF,
        /** Those of pools, event loops and timers, whose classes are woven when a program loads them. */
        POOLS,
        /**
         * Also virtual threads, and executors that start a thread for each task. The JVM has loaded the classes of
         * threads before any agent, so they are redefined, once a program loads what makes such threads.
         */
        ALL
    }

    /** The behaviour of a traced thread when every buffer is full. */
    public enum FullPolicy {
        /** Wait until the tracer has emptied one, for at most {@link BufferOptions#waitNanos}. */
        WAIT,
        /** Continue without recording and count the lost records: the thread never waits. */
        DROP,
        /** Wait as well, while the tracer discards the oldest records that are not written yet. */
        RING
    }

    /** Form of the totals that are printed when a recording stops. */
    public enum TotalsForm {
        /** Tables with percentiles, sorted. */
        TABLES,
        /** A line {@code TRACER TOTAL} a method, for programs. */
        LINES,
        /** None. */
        NONE
    }
}
