// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The entry points for callbacks: woven code calls them when a callback runs and when a call receives callbacks. Like
 * {@link MethodTracer}, they throw only where the stack ends and wait only for a free chunk.
 */
public final class CallbackTracer {
    /** Added to the id for {@link #open} and {@link #close} of a call that is recorded at the call site. */
    public static final int CALL = OpenFrames.CALL;

    /** Added to the id for {@link #open} and {@link #close} of a call site whose call is not recorded. */
    public static final int SITE = OpenFrames.SITE;

    /**
     * Argument of {@link #announced} where an exception has left announced calls. Sites that outer callers announced
     * and that nothing took yet are removed as well, see {@link PendingSites}.
     */
    public static final int ALL = 0;

    /* As in MethodTracer, only the switch is inlined into woven code. The frame below it is where the stack ends, and
     * is the same at the end of a run or a call as at its beginning. */
    private CallbackTracer() {}

    /** Returns whether recording is on. */
    @ForceInline
    public static boolean isRecording() {
        return TracerSwitch.isOn();
    }

    /**
     * Begins the run of a wrapped callback.
     *
     * @param pass the {@link Pass} last stored in the wrapper; null if no traced call received it
     * @param siteId id of the source location that created it, which names the run of a callback that was never
     *     passed
     * @return argument of {@link #ran} or {@link #threw} at the end of the run
     */
    @ForceInline
    public static int run(@Nullable Object pass, int siteId) {
        if (TracerSwitch.isOn()) {
            return began((Pass) pass, siteId);
        }
        return 0;
    }

    @DontInline
    private static int began(@Nullable Pass last, int siteId) {
        try {
            return CallbackRuns.begin(last, siteId);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
            return 0;
        }
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
                CallbackRuns.end(nameId << RecordLayout.KIND_BITS | RecordLayout.KIND_THROW);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    @DontInline
    private static void ended(int idAndKind) {
        CallbackRuns.end(idAndKind);
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
            CallbackRuns.beginBody(callback, methodId);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    /** Leaves the method through which an object may be called back, after the method's own exit was recorded. */
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
                CallbackRuns.endBody(methodId, RecordLayout.KIND_THROW);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    @DontInline
    private static void endedBody(int methodId) {
        CallbackRuns.endBody(methodId, RecordLayout.KIND_EXIT);
    }

    /**
     * Opens the frame of a call that may receive callbacks, or may pass some to untraced calls. Must be called just
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
            CurrentFrames.open(methodId);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    /** Closes the frame of an opened call. */
    @ForceInline
    public static void close(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                CurrentFrames.close(methodId);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    /** Ends the calls that an exception left, where an opened call has caught the exception and continues. */
    @DontInline
    public static void caught(int methodId) {
        if (TracerSwitch.isOn()) {
            try {
                CurrentFrames.endCallsWithin(methodId);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    /**
     * Records that a call was passed an object that may be a callback.
     *
     * @param nameId id of the name under which the callback's runs are recorded
     */
    @ForceInline
    public static void passed(@Nullable Object callback, int nameId) {
        if (callback != null && TracerSwitch.isOn()) {
            record(callback, nameId, Pass.Kind.EXACT);
        }
    }

    /**
     * Records that a call was passed an object of any kind, provided that the object is a callback that was passed to
     * no call before. A method that takes any object may only store or inspect it, and must not replace the call that
     * runs it.
     *
     * @param nameId see {@link #passed}
     */
    @ForceInline
    public static void passedWeakly(@Nullable Object object, int nameId) {
        if (object != null && TracerSwitch.isOn()) {
            record(object, nameId, Pass.Kind.WEAK);
        }
    }

    /**
     * Records that a call was passed an array or a list that may hold callbacks.
     *
     * @param nameId see {@link #passed}
     */
    @ForceInline
    public static void passedAll(@Nullable Object callbacks, int nameId) {
        if (callbacks != null && TracerSwitch.isOn()) {
            recordAll(callbacks, nameId);
        }
    }

    /**
     * Announces that the next call passes an object, which the called method may record by {@link #received} or
     * {@link #receivedAll}.
     *
     * @param nameId id of the name under which the callback's runs are recorded, which contains the pass site
     * @param parameter number of the parameter that receives the object; the same for all methods of a name and
     *     number of parameters
     */
    @ForceInline
    public static void announce(@Nullable Object callback, int nameId, int parameter) {
        if (callback != null && TracerSwitch.isOn()) {
            announced(callback, nameId, parameter);
        }
    }

    @DontInline
    private static void announced(Object callback, int nameId, int parameter) {
        try {
            Passes.announce(callback, nameId, parameter);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    /** Ends the call that {@link #announce} announced with the same id, or {@link #ALL} announced calls. */
    @ForceInline
    public static void announced(int nameId) {
        if (TracerSwitch.isOn()) {
            try {
                endedAnnouncement(nameId);
            } catch (Throwable failure) {
                RecorderFailures.atEnd(failure);
            }
        }
    }

    @DontInline
    private static void endedAnnouncement(int nameId) {
        Passes.endAnnouncement(nameId);
    }

    /**
     * Like {@link #passed}, for a method that was just entered: if its caller announced the object, by the name that
     * contains the site.
     *
     * @param parameter see {@link #announce}
     */
    @ForceInline
    public static void received(@Nullable Object callback, int nameId, int parameter) {
        if (callback != null && TracerSwitch.isOn()) {
            recordReceived(callback, nameId, parameter);
        }
    }

    /** Like {@link #received}, for an array or a list that may hold callbacks. */
    @ForceInline
    public static void receivedAll(@Nullable Object callbacks, int nameId, int parameter) {
        if (callbacks != null && TracerSwitch.isOn()) {
            recordAllReceived(callbacks, nameId, parameter);
        }
    }

    @DontInline
    private static void recordReceived(Object callback, int nameId, int parameter) {
        try {
            Passes.recordReceived(callback, nameId, parameter);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    @DontInline
    private static void recordAllReceived(Object callbacks, int nameId, int parameter) {
        try {
            Passes.recordAll(callbacks, Passes.announcedName(callbacks, nameId, parameter));
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    @DontInline
    private static void record(Object callback, int nameId, Pass.Kind kind) {
        try {
            Passes.record(callback, nameId, kind);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }

    @DontInline
    private static void recordAll(Object callbacks, int nameId) {
        try {
            Passes.recordAll(callbacks, nameId);
        } catch (Throwable failure) {
            RecorderFailures.atBegin(failure);
        }
    }
}
