// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * What wrapped callbacks and the calls that receive them call. As {@link MethodTracer}: nothing is thrown, nothing waits but
 * for a free chunk.
 */
public final class CallbackTracer {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private CallbackTracer() {}

    /** As {@link MethodTracer#initialize}. */
    public static void initialize() {
        PassingNumbers.initialize();
        CallbackKinds.of(CallbackTracer.class);
    }

    /**
     * A callback begins to run.
     *
     * @param passing a {@link Passing}, the last that was noted on the callback; null if it was handed to no traced call
     * @param siteId id of the place where the callback was created, whose name it runs under if it was never handed over
     * @return to be given to {@link #ran} or {@link #threw} when it ends
     */
    @ForceInline
    public static int run(@Nullable Object passing, int siteId) {
        if (TracerSwitch.isOn()) {
            try {
                return began(passing, siteId);
            } catch (Throwable failure) {
                LossCounters.failed(failure);
            }
        }
        return 0;
    }

    @DontInline
    private static int began(@Nullable Object noted, int siteId) {
        int nameId = siteId;
        long number = 0;
        if (noted != null) {
            Passing passing = (Passing) noted;
            nameId = passing.nameId;
            number = passing.number;
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        appendPair(
                buffer,
                System.nanoTime(),
                RecordLayout.control(RecordLayout.CONTROL_RUN, number),
                nameId << RecordLayout.KIND_BITS);
        return nameId;
    }

    /** A callback has ended. */
    @ForceInline
    public static void ran(int nameId) {
        if (nameId != 0) {
            MethodTracer.exit(nameId);
        }
    }

    /** A callback was left by an exception. */
    public static void threw(int nameId) {
        if (nameId != 0) {
            MethodTracer.exitThrow(nameId);
        }
    }

    /**
     * A call was handed an object that may be a callback. To be called just after the call was entered.
     *
     * @param nameId id of the name under which the callback's runs shall be recorded
     */
    @ForceInline
    public static void passed(@Nullable Object callback, int nameId) {
        if (callback != null && TracerSwitch.isOn()) {
            try {
                note(callback, nameId);
            } catch (Throwable failure) {
                LossCounters.failed(failure);
            }
        }
    }

    @DontInline
    private static void note(Object callback, int nameId) {
        long passingOffset = CallbackKinds.of(callback.getClass());
        if (passingOffset == CallbackKinds.NO_CALLBACK) {
            return;
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        Passing passing = new Passing(PassingNumbers.next(buffer), nameId);
        UNSAFE.putReferenceRelease(callback, passingOffset, passing);
        appendPair(
                buffer,
                System.nanoTime(),
                RecordLayout.control(RecordLayout.CONTROL_PASSING, passing.number),
                nameId << RecordLayout.KIND_BITS);
    }

    /** A control record and the record it belongs to, in one chunk. */
    private static void appendPair(ThreadBuffer buffer, long now, long control, int idAndKind) {
        if (buffer.limit - buffer.position < 2 * RecordLayout.RECORD_BYTES
                || now - buffer.base >>> RecordLayout.DELTA_BITS != 0) {
            ThreadBuffers.appendToNextChunk(buffer, now, control);
            if (buffer.position == buffer.limit) {
                LossCounters.lostForWantOfChunk();
                buffer.lost++;
                return;
            }
        } else {
            append(buffer, control);
        }
        append(buffer, now - buffer.base << RecordLayout.DELTA_SHIFT | idAndKind);
    }

    @ForceInline
    private static void append(ThreadBuffer buffer, long word) {
        long position = buffer.position;
        UNSAFE.putLongRelease(null, position, word);
        buffer.position = position + RecordLayout.RECORD_BYTES;
    }
}
