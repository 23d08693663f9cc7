// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;

/** The passings of callbacks to calls: records each, and stores the last one with the callback. */
public final class Passings {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private Passings() {}

    /** Records the passing of an object if it is a callback. Returns whether it is. */
    static boolean record(Object callback, int nameId, PassingKind kind) {
        long field = CallbackKinds.of(callback.getClass());
        if (field == CallbackKinds.NO_CALLBACK) {
            return false;
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = CurrentFrames.of(buffer);
        boolean wrapped = field != CallbackKinds.OWN_CLASS;
        Passing last = wrapped ? (Passing) UNSAFE.getReferenceAcquire(callback, field) : CallbackTable.get(callback);
        if (kind == PassingKind.LOOSE && last != null && !last.isNone()) {
            return true;
        }
        long number = PassingNumbers.next(buffer);
        long threadId = ThreadBuffers.currentId(buffer);
        Passing passing;
        if (last != null) {
            passing = last.next(number, nameId, threadId, kind, frames.innermost(last.root));
        } else if (wrapped) {
            passing = Passing.firstOfLambda(number, nameId, threadId, kind);
        } else {
            passing = Passing.firstOfObject(number, nameId, threadId, kind);
        }
        if (wrapped) {
            UNSAFE.putReferenceRelease(callback, field, passing);
        } else {
            CallbackTable.put(callback, passing);
        }
        frames.push(nameId, passing);
        append(buffer, passing, nameId);
        return true;
    }

    private static void append(ThreadBuffer buffer, Passing passing, int nameId) {
        long control = RecordLayout.control(RecordLayout.CONTROL_PASSING, passing.number);
        long now = System.nanoTime();
        int idAndKind = nameId << RecordLayout.KIND_BITS;
        if (passing.isHop()) {
            long hop = RecordLayout.control(RecordLayout.CONTROL_HOP, passing.firstNumber);
            Records.appendLinked(buffer, now, hop, control, idAndKind);
        } else {
            Records.appendLinked(buffer, now, control, idAndKind);
        }
    }

    /** Marks a non-capturing lambda, whose single instance all callers share. */
    public static void markShared(Object wrapper) {
        UNSAFE.putReferenceRelease(wrapper, CallbackKinds.of(wrapper.getClass()), Passing.none());
    }
}
