// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.live;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Fallbacks;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.merge.PartialFormatException;
import dev.jtracer.engine.merge.PartialInput;
import dev.jtracer.engine.merge.PartialOutput;
import java.util.ArrayList;
import java.util.List;

/** The tracer's state and its totals at one moment. */
public record LiveSnapshot(TracerState state, List<MethodCounts> methods, List<CallbackCounts> callbacks) {
    /** Creates a snapshot of the engine's totals. */
    public static LiveSnapshot of(TracerState state, Functions functions, Callbacks callbacks) {
        return new LiveSnapshot(
                state,
                functions.rows().stream().map(MethodCounts::of).toList(),
                (state.lost() > 0 ? callbacks.withLosses() : callbacks)
                        .rows().stream().map(CallbackCounts::of).toList());
    }

    /** Returns the binary form, in the encoding of the engine's partial results. */
    byte[] encode() {
        PartialOutput out = new PartialOutput();
        state.write(out);
        out.writeUnsigned(methods.size());
        methods.forEach(method -> method.write(out));
        out.writeUnsigned(callbacks.size());
        callbacks.forEach(callback -> callback.write(out));
        return out.toBytes();
    }

    /** Returns the snapshot of a binary form; fails if the bytes are damaged. */
    static LiveSnapshot decode(byte[] bytes) throws PartialFormatException {
        PartialInput in = new PartialInput(bytes, "snapshot", "start top again");
        TracerState state = TracerState.read(in);
        List<MethodCounts> methods = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            methods.add(MethodCounts.read(in));
        }
        List<CallbackCounts> callbacks = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            callbacks.add(CallbackCounts.read(in));
        }
        return new LiveSnapshot(state, methods, callbacks);
    }

    /**
     * The tracer's state at the moment of a snapshot. Times are in nanoseconds of the traced JVM's
     * {@link System#nanoTime}.
     *
     * @param nanos time of the snapshot
     * @param recording whether a recording is going on
     * @param output file of the current or last recording; empty before the first
     * @param startNanos start of the recording
     * @param sinceNanos start of the totals: that of the recording or the last reset
     * @param threads threads with a buffer: live platform threads that were traced, and carriers of virtual threads
     * @param events records drained since the recording started; without one, since the JVM did
     * @param lost records lost since then
     * @param stalls stalls of the JVM since the recording started
     * @param longestStallNanos the longest of them
     * @param nanosPerTiming cost of a call's entry or exit; 0 before it is measured
     * @param notFollowed types of objects that are passed to libraries and not followed; empty if there are none
     * @param problem the reason if the totals are those of an earlier moment, or none; otherwise empty
     */
    public record TracerState(
            long nanos,
            boolean recording,
            String output,
            long startNanos,
            long sinceNanos,
            int threads,
            long events,
            long lost,
            long stalls,
            long longestStallNanos,
            double nanosPerTiming,
            String notFollowed,
            String problem) {
        private void write(PartialOutput out) {
            out.writeSigned(nanos);
            out.writeByte(recording ? 1 : 0);
            out.writeText(output);
            out.writeSigned(startNanos);
            out.writeSigned(sinceNanos);
            out.writeUnsigned(threads);
            out.writeUnsigned(events);
            out.writeUnsigned(lost);
            out.writeUnsigned(stalls);
            out.writeUnsigned(longestStallNanos);
            out.writeUnsigned(Double.doubleToLongBits(nanosPerTiming));
            out.writeText(notFollowed);
            out.writeText(problem);
        }

        private static TracerState read(PartialInput in) throws PartialFormatException {
            return new TracerState(
                    in.readSigned(),
                    in.readByte() == 1,
                    in.readText(),
                    in.readSigned(),
                    in.readSigned(),
                    (int) in.readUnsigned(),
                    in.readUnsigned(),
                    in.readUnsigned(),
                    in.readUnsigned(),
                    in.readUnsigned(),
                    Double.longBitsToDouble(in.readUnsigned()),
                    in.readText(),
                    in.readText());
        }
    }

    /**
     * The finished calls of a method.
     *
     * @param calls number of calls
     * @param totalNanos sum of their durations; a call within one of the same method adds nothing
     * @param selfNanos sum of their times outside of inner traced calls
     * @param durations distribution of their durations
     */
    public record MethodCounts(String name, long calls, long totalNanos, long selfNanos, Histogram durations) {
        static MethodCounts of(Functions.Row row) {
            return new MethodCounts(
                    row.name(), row.calls().count(), row.outermostNanos(), row.selfNanos(), row.durations());
        }

        private void write(PartialOutput out) {
            out.writeText(name);
            out.writeUnsigned(calls);
            out.writeUnsigned(totalNanos);
            out.writeUnsigned(selfNanos);
            out.writeHistogram(durations);
        }

        private static MethodCounts read(PartialInput in) throws PartialFormatException {
            return new MethodCounts(
                    in.readText(), in.readUnsigned(), in.readUnsigned(), in.readUnsigned(), in.readHistogram());
        }

        /** Returns the calls that finished after an earlier snapshot. */
        public MethodCounts since(MethodCounts earlier) {
            return new MethodCounts(
                    name,
                    calls - earlier.calls,
                    totalNanos - earlier.totalNanos,
                    selfNanos - earlier.selfNanos,
                    durations.minus(earlier.durations));
        }
    }

    /**
     * The passes and runs of a callback.
     *
     * @param passes number of times it was passed to a call
     * @param runs number of finished runs
     * @param pending passes that certainly had no run up to the snapshot
     * @param waits distribution of the time from a pass to its run, if that is the only one
     * @param site pass site, {@code Class.method:line}; empty if it is not known
     * @param unclear passes that may have had a run
     */
    public record CallbackCounts(
            String name, long passes, long runs, long pending, Histogram waits, String site, long unclear) {
        static CallbackCounts of(Callbacks.Row row) {
            return new CallbackCounts(
                    row.name(),
                    row.passes(),
                    row.run().count(),
                    row.pending(),
                    row.runDelays(),
                    row.site(),
                    row.unclear());
        }

        private void write(PartialOutput out) {
            out.writeText(name);
            out.writeUnsigned(passes);
            out.writeUnsigned(runs);
            out.writeUnsigned(pending);
            out.writeHistogram(waits);
            out.writeText(site);
            out.writeUnsigned(unclear);
        }

        private static CallbackCounts read(PartialInput in) throws PartialFormatException {
            return new CallbackCounts(
                    in.readText(),
                    in.readUnsigned(),
                    in.readUnsigned(),
                    in.readUnsigned(),
                    in.readHistogram(),
                    in.readText(),
                    in.readUnsigned());
        }

        /** Returns the name behind its site. */
        public String label() {
            return PassSites.label(site, name);
        }

        /** Returns the part of {@link #pending} that may still run. */
        public long notRunYet() {
            return Fallbacks.include(name) ? 0 : pending;
        }

        /** Returns the passes and runs after an earlier snapshot; {@code pending} and {@code unclear} stay. */
        public CallbackCounts since(CallbackCounts earlier) {
            return new CallbackCounts(
                    name,
                    passes - earlier.passes,
                    runs - earlier.runs,
                    pending,
                    waits.minus(earlier.waits),
                    site,
                    unclear);
        }
    }
}
