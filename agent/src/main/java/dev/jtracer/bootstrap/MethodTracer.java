// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven methods call. Nothing is thrown, nothing is allocated, nothing waits but for a free chunk under
 * {@code full=wait}.
 */
public final class MethodTracer {
    /* The clock is read last on the way in and first on the way out, so that a call's time holds as little of the
     * tracer as can be. A StackOverflowError inside is swallowed where it arises: the application meets it at its own
     * next call, as it would have without us, and the reader repairs the missing record by method id.
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
        ThreadBuffers.initialize();
        CallbackTracer.initialize();
    }

    @ForceInline
    public static void enter(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                entered(methodId << RecordLayout.KIND_BITS);
            } catch (Throwable failure) {
                LossCounters.failed(failure);
            }
        }
    }

    @ForceInline
    public static void exit(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                exited(methodId << RecordLayout.KIND_BITS | RecordLayout.KIND_EXIT);
            } catch (Throwable failure) {
                LossCounters.failed(failure);
            }
        }
    }

    /** As {@link #exit}, for a call that is left by an exception. */
    @DontInline
    public static void exitThrow(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                exited(methodId << RecordLayout.KIND_BITS | RecordLayout.KIND_THROW);
            } catch (Throwable failure) {
                LossCounters.failed(failure);
            }
        }
    }

    // The calls of these two are inside a try block: they are where the stack ends first.
    @DontInline
    private static void entered(int idAndKind) {
        ThreadBuffer buffer = ThreadBuffers.current();
        append(buffer, System.nanoTime(), idAndKind);
    }

    @DontInline
    private static void exited(int idAndKind) {
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
