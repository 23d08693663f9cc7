// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * What callbacks call when they run, and calls that are given callbacks. As {@link MethodTracer}: nothing is thrown but at the
 * stack's end, nothing waits but for a free chunk.
 */
public final class CallbackTracer {
    /** Added to what {@link #open} and {@link #close} are given for a call that is recorded where it is made. */
    public static final int CALL = OpenFrames.CALL;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** The frames of a virtual thread; those of a platform thread are in its buffer, which is faster to reach. */
    private static final ThreadLocal<OpenFrames> FRAMES_OF_VIRTUAL = new ThreadLocal<>();

    private static int mostRuns = Integer.MAX_VALUE;

    /** Counts recordings: frames from another one are no longer open. */
    private static volatile int epoch;

    private CallbackTracer() {}

    /** As {@link MethodTracer#initialize}. */
    static void initialize() {
        PassingNumbers.initialize();
        CallbackGroups.initialize();
        CallbackTable.initialize();
        CallbackKinds.of(CallbackTracer.class);
        FRAMES_OF_VIRTUAL.get();
        new OpenFrames().enterEpoch(0);
    }

    /**
     * A class, named with dots, is about to be woven with {@link #enterBody}: from now on its objects are noted when they are
     * handed over. To be called before the class is defined.
     */
    public static void addOwnClass(String className) {
        CallbackKinds.addOwnClass(className);
    }

    /**
     * From now on so many runs of one passing are recorded; those beyond are counted as {@link LossCounters#runsLeftOut}.
     *
     * @param most at least 1
     */
    public static void limitRuns(int most) {
        mostRuns = most;
    }

    /** A recording starts: whatever was open in the one before is closed. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time starts recordings
    static void startEpoch() {
        epoch++;
    }

    /**
     * A wrapped callback begins to run.
     *
     * @param passing the {@link Passing} last noted on it; null if it was handed to no traced call
     * @param siteId id of the place where it was created, under whose name it runs if it was never handed over
     * @return to be given to {@link #ran} or {@link #threw} when it ends
     */
    @ForceInline
    public static int run(@Nullable Object passing, int siteId) {
        if (TracerSwitch.isOn()) {
            return began((Passing) passing, siteId);
        }
        return 0;
    }

    @DontInline
    private static int began(@Nullable Passing last, int siteId) {
        try {
            return begin(last, siteId);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
            return 0;
        }
    }

    private static int begin(@Nullable Passing last, int siteId) {
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = frames(buffer);
        if (last == null || last.isNone()) {
            frames.push(-siteId, null);
            appendRun(buffer, RecordLayout.CONTROL_RUN, 0, siteId);
            return siteId;
        }
        Passing run = began(buffer, frames, last);
        if (run == null) {
            return 0;
        }
        // Closes, when it ends, whatever calls within it were left open by exceptions.
        frames.push(-run.nameId, run);
        return run.nameId;
    }

    /** Returns the passing that the run belongs to; null if the run is one too many to be recorded. */
    private static @Nullable Passing began(ThreadBuffer buffer, OpenFrames frames, Passing last) {
        Passing exact = frames.innermost(last.root);
        Passing passing = exact == null ? last : exact;
        if (!passing.mayRun(mostRuns)) {
            LossCounters.runLeftOut();
            return null;
        }
        int control = exact == null && last.ambiguous ? RecordLayout.CONTROL_AMBIGUOUS_RUN : RecordLayout.CONTROL_RUN;
        appendRun(buffer, control, passing.number, passing.nameId);
        return passing;
    }

    private static void appendRun(ThreadBuffer buffer, int control, long number, int nameId) {
        LinkedRecords.append(
                buffer, System.nanoTime(), RecordLayout.control(control, number), nameId << RecordLayout.KIND_BITS);
    }

    /** A wrapped callback has ended. */
    @ForceInline
    public static void ran(int nameId) {
        if (nameId != 0 && TracerSwitch.isOn()) {
            try {
                ended(nameId << RecordLayout.KIND_BITS | RecordLayout.KIND_EXIT);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    /** A wrapped callback was left by an exception. */
    @DontInline
    public static void threw(int nameId) {
        if (nameId != 0 && TracerSwitch.isOn()) {
            try {
                end(nameId << RecordLayout.KIND_BITS | RecordLayout.KIND_THROW);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    @DontInline
    private static void ended(int idAndKind) {
        end(idAndKind);
    }

    @ForceInline
    private static void end(int idAndKind) {
        long now = System.nanoTime();
        ThreadBuffer buffer = ThreadBuffers.current();
        MethodTracer.append(buffer, now, idAndKind);
        frames(buffer).pop(-(idAndKind >>> RecordLayout.KIND_BITS));
    }

    /**
     * The method by which an object of the application may be called back is entered.
     *
     * @param methodId id of that method
     */
    @ForceInline
    public static void enterBody(Object callback, int methodId) {
        if (TracerSwitch.isOn()) {
            beganBody(callback, methodId);
        }
    }

    @DontInline
    private static void beganBody(Object callback, int methodId) {
        try {
            ThreadBuffer buffer = ThreadBuffers.current();
            OpenFrames frames = frames(buffer);
            Passing last = CallbackTable.get(callback);
            // Opened also for an object that was never handed over: its end must not be taken for that of one around
            // it.
            frames.push(-methodId, last == null ? null : began(buffer, frames, last));
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    /** The method by which an object may be called back is left, after its own exit was recorded. */
    @ForceInline
    public static void exitBody(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                endedBody(methodId);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    /** As {@link #exitBody}, by an exception. */
    @DontInline
    public static void throwBody(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                endBody(methodId, RecordLayout.KIND_THROW);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    @DontInline
    private static void endedBody(int methodId) {
        endBody(methodId, RecordLayout.KIND_EXIT);
    }

    @ForceInline
    private static void endBody(int methodId, int kind) {
        ThreadBuffer buffer = ThreadBuffers.current();
        Passing run = frames(buffer).popRun(-methodId);
        if (run != null) {
            MethodTracer.append(buffer, System.nanoTime(), run.nameId << RecordLayout.KIND_BITS | kind);
        }
    }

    /**
     * A call may be given callbacks, or give some to calls that are not traced. To be called just after it was entered.
     *
     * @param methodId id of its method, for {@link #close}
     */
    @ForceInline
    public static void open(int methodId) {
        if (TracerSwitch.isOn()) {
            opened(methodId);
        }
    }

    @DontInline
    private static void opened(int methodId) {
        try {
            frames(ThreadBuffers.current()).push(methodId, null);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    /** A call that was opened ends. */
    @ForceInline
    public static void close(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                closed(methodId);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    @DontInline
    private static void closed(int methodId) {
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = frames(buffer);
        endCallsWithin(buffer, frames, methodId);
        frames.pop(methodId);
    }

    /**
     * A call that was opened goes on after it has caught an exception: calls that it made, and that were left by this
     * exception, end.
     */
    @DontInline
    public static void caught(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                ThreadBuffer buffer = ThreadBuffers.current();
                endCallsWithin(buffer, frames(buffer), methodId);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    @ForceInline
    private static void endCallsWithin(ThreadBuffer buffer, OpenFrames frames, int methodId) {
        for (int call = frames.popCallWithin(methodId); call != 0; call = frames.popCallWithin(methodId)) {
            MethodTracer.append(buffer, System.nanoTime(), call << RecordLayout.KIND_BITS | RecordLayout.KIND_THROW);
        }
    }

    /**
     * A call was given an object that may be a callback.
     *
     * @param nameId id of the name under which the callback's runs shall be recorded
     */
    @ForceInline
    public static void passed(@Nullable Object callback, int nameId) {
        if (callback != null && TracerSwitch.isOn()) {
            noted(callback, nameId, false);
        }
    }

    /**
     * A call was given an object of whatever kind. Noted if it is a callback that was handed to nobody yet: a method that
     * takes everything may keep it, or look at it, and shall not stand in for the call that wants to run it.
     *
     * @param nameId as of {@link #passed}
     */
    @ForceInline
    public static void passedLoosely(@Nullable Object object, int nameId) {
        if (object != null && TracerSwitch.isOn()) {
            noted(object, nameId, true);
        }
    }

    /**
     * A call was given an array or a list that may hold callbacks.
     *
     * @param nameId as of {@link #passed}
     */
    @ForceInline
    public static void passedAll(@Nullable Object callbacks, int nameId) {
        if (callbacks != null && TracerSwitch.isOn()) {
            notedAll(callbacks, nameId);
        }
    }

    @DontInline
    private static void noted(Object callback, int nameId, boolean loosely) {
        try {
            note(callback, nameId, loosely);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    @DontInline
    private static void notedAll(Object callbacks, int nameId) {
        try {
            CallbackGroups.note(callbacks, nameId);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    /** Returns whether the object is a callback. */
    static boolean note(Object callback, int nameId, boolean loosely) {
        long kind = CallbackKinds.of(callback.getClass());
        if (kind == CallbackKinds.NO_CALLBACK) {
            return false;
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = frames(buffer);
        boolean wrapped = kind != CallbackKinds.OWN_CLASS;
        Passing last = wrapped ? (Passing) UNSAFE.getReferenceAcquire(callback, kind) : CallbackTable.get(callback);
        if (loosely && last != null && !last.isNone()) {
            return true;
        }
        long number = PassingNumbers.next(buffer);
        long threadId = ThreadBuffers.currentId(buffer);
        Passing passing = last == null
                ? Passing.first(number, nameId, threadId, !wrapped, loosely)
                : last.next(number, nameId, threadId, loosely, frames.innermost(last.root));
        if (wrapped) {
            UNSAFE.putReferenceRelease(callback, kind, passing);
        } else {
            CallbackTable.put(callback, passing);
        }
        frames.push(nameId, passing);
        long control = RecordLayout.control(RecordLayout.CONTROL_PASSING, passing.number);
        long now = System.nanoTime();
        int idAndKind = nameId << RecordLayout.KIND_BITS;
        if (passing.isHop()) {
            long hop = RecordLayout.control(RecordLayout.CONTROL_HOP, passing.firstNumber);
            LinkedRecords.append(buffer, now, hop, control, idAndKind);
        } else {
            LinkedRecords.append(buffer, now, control, idAndKind);
        }
        return true;
    }

    /** A lambda was made of which there is one object only, for whoever evaluates it. */
    static void madeShared(Object wrapper) {
        UNSAFE.putReferenceRelease(wrapper, CallbackKinds.of(wrapper.getClass()), Passing.none());
    }

    @ForceInline
    private static OpenFrames frames(ThreadBuffer buffer) {
        OpenFrames frames = buffer.direct == null ? framesOfVirtual() : buffer.frames;
        frames.enterEpoch(epoch);
        return frames;
    }

    private static OpenFrames framesOfVirtual() {
        OpenFrames frames = FRAMES_OF_VIRTUAL.get();
        if (frames == null) {
            frames = new OpenFrames();
            FRAMES_OF_VIRTUAL.set(frames);
        }
        return frames;
    }
}
