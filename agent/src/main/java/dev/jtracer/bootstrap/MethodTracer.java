// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import dev.jtracer.bootstrap.sample.CallSample;
import dev.jtracer.bootstrap.sample.SampledCalls;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The entry points that woven methods call. They throw only where the stack ends, allocate nothing, and wait only for
 * a free chunk under {@code full=wait}.
 */
public final class MethodTracer {
    /* The clock is read last at entry and first at exit, so that a call's duration includes as little of the tracer
     * as possible.
     *
     * If the stack ends, it ends in entered(): the StackOverflowError leaves the beginning call before the call has
     * a record. Code at a call's end takes one frame, which is no deeper than the frame of entered() at its begin,
     * so there is room for it. If there is none, the error is swallowed and the reader repairs the missing record by
     * method id.
     *
     * Only the switch is inlined. Inlining the rest into every woven method would use up the compiler's inlining
     * budget for the application: with all of H2 traced, it ran at 14 instead of 9 times the untraced time, and
     * warmed up more slowly. A small method is not measurably slower for the call. */
    private MethodTracer() {}

    @ForceInline
    public static void enter(int methodId) {
        if (TracerSwitch.isOn()) {
            entered(methodId << RecordLayout.KIND_BITS);
        }
    }

    @ForceInline
    public static void exit(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                exited(methodId << RecordLayout.KIND_BITS | RecordLayout.KIND_EXIT);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    /** Records the end of a call that an exception leaves; otherwise like {@link #exit}. */
    @DontInline
    public static void exitThrow(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                appendEnd(methodId << RecordLayout.KIND_BITS | RecordLayout.KIND_THROW);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    /* Woven code calls the next three instead of enter, exit and exitThrow where some of the root calls are recorded.
     * An end takes one frame, and the begin of a call that is counted takes more. */

    /** Begins a call, and records that if its root call is in the sample. */
    @ForceInline
    public static void enterSampled(int methodId) {
        if (TracerSwitch.isOn()) {
            enteredSampled(methodId);
        }
    }

    /** Ends a call that {@link #enterSampled} began. */
    @ForceInline
    public static void exitSampled(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                endedSampled(methodId);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    /** Ends a call that {@link #enterSampled} began and an exception leaves. */
    @DontInline
    public static void exitThrowSampled(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                endSampled(methodId, RecordLayout.KIND_THROW);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    @DontInline
    private static void enteredSampled(int methodId) {
        try {
            if (!CallSample.isOn()) {
                appendBegin(methodId << RecordLayout.KIND_BITS);
                return;
            }
            SampledCalls calls = CallSample.current(TracerSwitch.epoch());
            if (calls.begins(methodId)) {
                appendBegin(methodId << RecordLayout.KIND_BITS);
            }
            calls.begun(methodId);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    // Called inside a try block, because the stack may end here.
    @DontInline
    private static void endedSampled(int methodId) {
        endSampled(methodId, RecordLayout.KIND_EXIT);
    }

    @ForceInline
    private static void endSampled(int methodId, int kind) {
        if (ends(methodId)) {
            appendEnd(methodId << RecordLayout.KIND_BITS | kind);
        }
    }

    /** Takes note that a call is ending. Returns whether its record is to be stored. */
    @ForceInline
    private static boolean ends(int methodId) {
        return !CallSample.isOn() || CallSample.atEnd(TracerSwitch.epoch()).ends(methodId);
    }

    /**
     * Records the end of a call with its result, for the few calls that have one, or by an exception; otherwise like
     * {@link #exitSampled}.
     *
     * @param result less than 0 if it is not known
     */
    public static void exitWithResult(int methodId, long result, boolean threw) {
        if (result < 0 && threw) {
            exitThrowSampled(methodId);
        } else if (result < 0) {
            exitSampled(methodId);
        } else if (TracerSwitch.isOn()) {
            try {
                long most = (1L << RecordLayout.DELTA_BITS) - 1;
                int idAndKind = methodId << RecordLayout.KIND_BITS | RecordLayout.KIND_EXIT;
                if (ends(methodId)) {
                    appendLinked(RecordLayout.CONTROL_RESULT, Math.min(result, most), idAndKind);
                }
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    /** Records the begin of a call with the text of its arguments, for the few with one; else like {@link #enter}. */
    public static void enterWithArguments(int methodId, int textId) {
        if (TracerSwitch.isOn()) {
            try {
                if (!CallSample.isOn()) {
                    appendLinked(RecordLayout.CONTROL_ARGUMENTS, textId, methodId << RecordLayout.KIND_BITS);
                    return;
                }
                SampledCalls calls = CallSample.current(TracerSwitch.epoch());
                if (calls.begins(methodId)) {
                    appendLinked(RecordLayout.CONTROL_ARGUMENTS, textId, methodId << RecordLayout.KIND_BITS);
                }
                calls.begun(methodId);
            } catch (Throwable failure) {
                RecorderFailures.atBegin(failure);
            }
        }
    }

    /** Records the end of a call with the text of its result or exception's class; otherwise like {@link #exit}. */
    public static void exitWithValue(int methodId, int textId, boolean threw) {
        if (TracerSwitch.isOn()) {
            try {
                int kind = threw ? RecordLayout.KIND_THROW : RecordLayout.KIND_EXIT;
                if (ends(methodId)) {
                    appendLinked(RecordLayout.CONTROL_VALUE, textId, methodId << RecordLayout.KIND_BITS | kind);
                }
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    /** Records the end of a request with what is known of it, as control records; otherwise like {@link #exit}. */
    public static void exitRequest(int methodId, long[] links, boolean threw) {
        if (TracerSwitch.isOn()) {
            try {
                long now = System.nanoTime();
                int kind = threw ? RecordLayout.KIND_THROW : RecordLayout.KIND_EXIT;
                if (ends(methodId)) {
                    ThreadBuffer buffer = ThreadBuffers.current();
                    OpenCalls.ended(buffer);
                    Records.appendLinked(buffer, now, links, methodId << RecordLayout.KIND_BITS | kind);
                }
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    private static void appendLinked(int control, long number, int idAndKind) {
        long now = System.nanoTime();
        ThreadBuffer buffer = ThreadBuffers.current();
        Records.appendLinked(buffer, now, RecordLayout.control(control, number), idAndKind);
        if (control == RecordLayout.CONTROL_ARGUMENTS) {
            OpenCalls.begun(buffer);
        } else {
            OpenCalls.ended(buffer);
        }
    }

    @DontInline
    private static void entered(int idAndKind) {
        try {
            appendBegin(idAndKind);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    // Called inside a try block, because the stack may end here.
    @DontInline
    private static void exited(int idAndKind) {
        appendEnd(idAndKind);
    }

    /** Stores the record of a call's begin. */
    @ForceInline
    private static void appendBegin(int idAndKind) {
        ThreadBuffer buffer = ThreadBuffers.current();
        Records.append(buffer, System.nanoTime(), idAndKind);
        OpenCalls.begun(buffer); // last, because the stack may have ended before
    }

    /** Stores the record of a call's end. */
    @ForceInline
    private static void appendEnd(int idAndKind) {
        long now = System.nanoTime();
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenCalls.ended(buffer);
        Records.append(buffer, now, idAndKind);
    }
}
