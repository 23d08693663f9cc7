// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven methods call. Nothing is thrown but at the stack's end, nothing is allocated, nothing waits but for a free chunk
 * under {@code full=wait}.
 */
public final class MethodTracer {
    /* The clock is read last on the way in and first on the way out, so that a call's time holds as little of the
     * tracer as can be.
     *
     * Where the stack ends, it ends in entered(): the call that was beginning is left by the StackOverflowError before it
     * has a record. What runs at a call's end takes one frame, and no deeper one than entered() took at its begin, so there
     * is room for it. If there is not, the error is swallowed, and the reader repairs the missing record by method id.
     *
     * Only the switch is inlined. The rest in every woven method would use up the compiler's budget for inlining the
     * application: H2 traced wholesale then ran at 14 instead of 9 times untraced, and warmed up slower. A small method
     * does not notice the call. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private MethodTracer() {}

    /**
     * Initialises all that recording needs. To be called before any method is woven: a class whose initialiser meets
     * the end of an application thread's stack is unusable from then on, for everybody.
     */
    public static void initialize() {
        TracerSwitch.isOn();
        ChunkPool.INSTANCE.count();
        LossCounters.failures();
        RecorderFailures.initialize();
        ThreadBuffers.initialize();
        CallbackTracer.initialize();
    }

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

    /** As {@link #exit}, for a call that is left by an exception. */
    @DontInline
    public static void exitThrow(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                appendNow(methodId << RecordLayout.KIND_BITS | RecordLayout.KIND_THROW);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    @DontInline
    private static void entered(int idAndKind) {
        try {
            ThreadBuffer buffer = ThreadBuffers.current();
            append(buffer, System.nanoTime(), idAndKind);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    // Its call is inside a try block: the stack may end there.
    @DontInline
    private static void exited(int idAndKind) {
        appendNow(idAndKind);
    }

    /** Stores the record of a call's end. */
    @ForceInline
    static void appendNow(int idAndKind) {
        long now = System.nanoTime();
        append(ThreadBuffers.current(), now, idAndKind);
    }

    @ForceInline
    static void append(ThreadBuffer buffer, long now, int idAndKind) {
        long position = buffer.position;
        long delta = now - buffer.base;
        if (position >= buffer.limit || delta >>> RecordLayout.DELTA_BITS != 0) {
            ThreadBuffers.appendToNextChunk(buffer, now, idAndKind);
            return;
        }
        UNSAFE.putLongRelease(null, position, delta << RecordLayout.DELTA_SHIFT | idAndKind);
        buffer.position = position + RecordLayout.RECORD_BYTES;
    }
}
