// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The entry points for callbacks: woven code calls them when a callback runs and when a call is given callbacks. Like
 * {@link MethodTracer}, they throw only where the stack ends and wait only for a free chunk.
 */
public final class CallbackTracer {
    /** Added to the id for {@link #open} and {@link #close} of a call that is recorded at the call site. */
    public static final int CALL = OpenFrames.CALL;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** The frames of a virtual thread; a platform thread's frames are in its buffer, which is faster to reach. */
    private static final ThreadLocal<OpenFrames> FRAMES_OF_VIRTUAL = new ThreadLocal<>();

    private static int mostRuns = Integer.MAX_VALUE;

    /** Number of the current recording: frames of an earlier one are no longer open. */
    private static volatile int epoch;

    private CallbackTracer() {}

    /** Initialises the classes that callbacks need, see {@link MethodTracer#initialize}. */
    static void initialize() {
        PassingNumbers.initialize();
        CallbackGroups.initialize();
        CallbackTable.initialize();
        CallbackKinds.of(CallbackTracer.class);
        FRAMES_OF_VIRTUAL.get();
        new OpenFrames().enterEpoch(0);
    }

    /**
     * Registers a class, named with dots, that is about to be woven with {@link #enterBody}: from now on the passings
     * of its objects are recorded. Must be called before the class is defined.
     */
    public static void addOwnClass(String className) {
        CallbackKinds.addOwnClass(className);
    }

    /**
     * Limits how many runs of one passing are recorded; {@link LossCounters#runsLeftOut} counts the others.
     *
     * @param most at least 1
     */
    public static void limitRuns(int most) {
        mostRuns = most;
    }

    /** Starts a new recording: frames still open from the previous one are closed. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time starts recordings
    static void startEpoch() {
        epoch++;
    }

    /**
     * Begins the run of a wrapped callback.
     *
     * @param passing the {@link Passing} last stored in the wrapper; null if no traced call was given it
     * @param siteId id of the source location that created it, which names the run of a callback that was never handed
     *     over
     * @return argument of {@link #ran} or {@link #threw} at the end of the run
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
        // When the run ends, its frame also closes the calls within it that exceptions left open.
        frames.push(-run.nameId, run);
        return run.nameId;
    }

    /** Returns the passing that the run belongs to; null if the run exceeds the limit and is not recorded. */
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

    /** Ends the run of a wrapped callback. */
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

    /** Ends the run of a wrapped callback that an exception leaves. */
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
     * Enters the method through which an object of the application may be called back.
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
            // Opened also for an object that was never handed over: its end must not close the frame of an enclosing
            // run.
            frames.push(-methodId, last == null ? null : began(buffer, frames, last));
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    /**
     * Leaves the method through which an object may be called back. Called after the method's own exit was recorded.
     */
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

    /** Like {@link #exitBody}, where an exception leaves the method. */
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
     * Opens the frame of a call that may be given callbacks, or may hand some to untraced calls. Must be called just
     * after the call was entered.
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

    /** Closes the frame of an opened call. */
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

    /** Ends the calls that an exception left, where an opened call has caught the exception and continues. */
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
     * Records that a call was given an object that may be a callback.
     *
     * @param nameId id of the name under which the callback's runs are recorded
     */
    @ForceInline
    public static void passed(@Nullable Object callback, int nameId) {
        if (callback != null && TracerSwitch.isOn()) {
            noted(callback, nameId, false);
        }
    }

    /**
     * Records that a call was given an object of any kind, provided that the object is a callback that was handed to no
     * call before. A method that takes any object may only store or inspect it, and must not replace the call that runs
     * it.
     *
     * @param nameId see {@link #passed}
     */
    @ForceInline
    public static void passedLoosely(@Nullable Object object, int nameId) {
        if (object != null && TracerSwitch.isOn()) {
            noted(object, nameId, true);
        }
    }

    /**
     * Records that a call was given an array or a list that may hold callbacks.
     *
     * @param nameId see {@link #passed}
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

    /** Records the passing of an object if it is a callback. Returns whether it is. */
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

    /** Marks a non-capturing lambda, whose single instance all callers share. */
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
