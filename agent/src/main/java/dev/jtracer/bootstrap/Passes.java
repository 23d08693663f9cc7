// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** The passes of callbacks to calls: records each, and stores the last one with the callback. */
public final class Passes {
    /* The flags of a task, of its class, and of the point at which it is passed or run: bits of a number. No
     * class or enum of their own, which each start would define. */

    /** Flag of a task that may have a pass, from an earlier use of the object. */
    public static final int MAY_HAVE_PASSES = 1;

    /** Flag of a task whose object may be passed again before it has run. */
    public static final int MAY_WAIT_TWICE = 1 << 1;

    /** Flag of a task that runs once for each pass. */
    public static final int RUNS_ONCE = 1 << 2;

    /** Flag of a task that runs a copy of the callback that the innermost call may just have passed. */
    public static final int OF_COPY = 1 << 3;

    /** Flag of a task that is part of the task that passes it. */
    public static final int PART = 1 << 4;

    /* Only the JDK's lists, whose get runs no code of the application; recognised by their exact class, because the
     * application may extend it. */
    private static final Class<?> FEW = List.of(1).getClass();
    private static final Class<?> MORE = List.of(1, 2, 3).getClass();
    private static final Class<?> AS_LIST = Arrays.asList(1).getClass();
    /** Number of elements that are read. Callbacks behind them are recorded when they run, but not linked. */
    private static final int MOST_OF_GROUP = 32;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** By id of a name with a site, whether its passes are dropped; replaced as a whole. */
    private static boolean[] dropped = {};

    private Passes() {}

    /** Initialises the JDK's classes that this one needs. */
    static void initialize() {
        recordAll(List.of(1), 0);
        recordAll(new ArrayList<>(), 0);
    }

    /**
     * Drops the passes at a site from now on, and counts their runs as those of callbacks that no call has received.
     *
     * @param nameId id of the name with the site
     */
    public static void drop(int nameId) {
        boolean[] more = Arrays.copyOf(dropped, Math.max(dropped.length, nameId + 1));
        more[nameId] = true;
        dropped = more;
    }

    /** Drops the passes at no site. */
    static void clear() {
        dropped = new boolean[0];
    }

    private static boolean drops(int nameId) {
        boolean[] present = dropped;
        return nameId < present.length && present[nameId];
    }

    /**
     * Stores the pass site of an object that is about to be passed to an included method.
     *
     * @param nameId id of the callback's name with the site
     * @param parameter number of the parameter, see {@link PendingSites}
     */
    static void announce(Object callback, int nameId, int parameter) {
        if (TracerSwitch.drops()) {
            return;
        }
        CurrentFrames.of(ThreadBuffers.current()).addSite(callback, nameId, parameter);
    }

    /** Removes the site of a call that has ended, or those of {@link CallbackTracer#ALL} calls. */
    static void endAnnouncement(int nameId) {
        if (TracerSwitch.drops()) {
            return;
        }
        OpenFrames frames = CurrentFrames.of(ThreadBuffers.current());
        if (nameId == CallbackTracer.ALL) {
            frames.removeSites();
        } else {
            frames.removeSite(nameId);
        }
    }

    /** Returns the id of the name with the site that the caller announced for an argument; else {@code nameId}. */
    static int announcedName(Object argument, int nameId, int parameter) {
        return TracerSwitch.drops()
                ? nameId
                : announcedName(CurrentFrames.of(ThreadBuffers.current()), argument, nameId, parameter);
    }

    private static int announcedName(OpenFrames frames, Object argument, int nameId, int parameter) {
        int announced = frames.takeSite(argument, parameter);
        return announced == 0 ? nameId : announced;
    }

    /**
     * Records the pass of an object to the included method that was just entered, if it is a callback, under the name
     * that the caller announced.
     */
    static void recordReceived(Object callback, int nameId, int parameter) {
        long field = CallbackKinds.of(callback.getClass());
        if (field == CallbackKinds.NO_CALLBACK) {
            return;
        }
        if (TracerSwitch.drops()) {
            drop(callback, field, nameId);
        } else {
            ThreadBuffer buffer = ThreadBuffers.current();
            OpenFrames frames = CurrentFrames.of(buffer);
            int announced = announcedName(frames, callback, nameId, parameter);
            if (drops(announced)) {
                drop(callback, field, announced);
            } else {
                record(callback, field, announced, Pass.Kind.EXACT, buffer, frames);
            }
        }
    }

    /** Records the pass of an object if it is a callback. Returns whether it is. */
    static boolean record(Object callback, int nameId, Pass.Kind kind) {
        long field = CallbackKinds.of(callback.getClass());
        if (field == CallbackKinds.NO_CALLBACK) {
            return false;
        }
        if (TracerSwitch.drops() || drops(nameId)) {
            if (kind == Pass.Kind.EXACT) {
                drop(callback, field, nameId);
            }
            return true;
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        record(callback, field, nameId, kind, buffer, CurrentFrames.of(buffer));
        return true;
    }

    /** @param field the callback's kind, see {@link CallbackKinds#of} */
    private static void record(
            Object callback, long field, int nameId, Pass.Kind kind, ThreadBuffer buffer, OpenFrames frames) {
        Pass pass;
        do {
            Pass last = last(callback, field);
            if (kind == Pass.Kind.WEAK && last != null && !last.isNone()) {
                return;
            }
            Pass enclosing = last == null ? null : frames.innermost(last.root);
            pass = pass(callback, field, last, nameId, kind, buffer, enclosing);
        } while (pass == null);
        frames.push(nameId, pass);
        append(buffer, pass, nameId);
    }

    /** Records the passes of the callbacks in an array or a list. */
    static void recordAll(Object callbacks, int nameId) {
        if (callbacks instanceof Object[] array) {
            int count = Math.min(array.length, MOST_OF_GROUP);
            for (int i = 0; i < count; i++) {
                recordOne(array[i], nameId);
            }
            return;
        }
        Class<?> type = callbacks.getClass();
        if (type == FEW || type == MORE || type == AS_LIST || type == ArrayList.class) {
            List<?> list = (List<?>) callbacks;
            int count = Math.min(list.size(), MOST_OF_GROUP);
            // A list whose first element is no callback holds other things, as most lists do.
            boolean isOfCallbacks = count > 0 && recordOne(element(list, 0), nameId);
            for (int i = 1; isOfCallbacks && i < count; i++) {
                recordOne(element(list, i), nameId);
            }
        }
    }

    /** Returns an element; null if another thread has removed it since the list's size was read. */
    private static @Nullable Object element(List<?> list, int index) {
        try {
            return list.get(index);
        } catch (IndexOutOfBoundsException removed) {
            return null;
        }
    }

    private static boolean recordOne(@Nullable Object callback, int nameId) {
        return callback != null && record(callback, nameId, Pass.Kind.EXACT);
    }

    /** Stores that a call received a callback by a pass that is not recorded: the next run may belong to that. */
    private static void drop(Object callback, long field, int nameId) {
        Pass last;
        do {
            last = last(callback, field);
        } while ((last == null || !last.isNone())
                && !store(callback, field, last, Pass.outside(last, nameId, ThreadBuffers.currentThreadId())));
    }

    private static @Nullable Pass last(Object callback, long field) {
        return field == CallbackKinds.OWN_CLASS
                ? CallbackTable.get(callback)
                : (Pass) UNSAFE.getReferenceAcquire(callback, field);
    }

    /** Stores a new pass with its callback, and returns it; null if {@code last} is not its last any more. */
    private static @Nullable Pass pass(
            Object callback,
            long field,
            @Nullable Pass last,
            int nameId,
            Pass.Kind kind,
            ThreadBuffer buffer,
            @Nullable Pass enclosing) {
        boolean wrapped = field != CallbackKinds.OWN_CLASS;
        long number = PassNumbers.next(buffer);
        long threadId = ThreadBuffers.currentId(buffer);
        Pass pass;
        if (last != null) {
            pass = last.next(number, nameId, threadId, kind, enclosing);
        } else if (wrapped) {
            pass = Pass.firstOfLambda(number, nameId, threadId, kind);
        } else {
            pass = Pass.firstOfObject(number, nameId, threadId, kind);
        }
        return store(callback, field, last, pass) ? pass : null;
    }

    /** Returns false if another thread has passed the callback since its last pass was read. */
    private static boolean store(Object callback, long field, @Nullable Pass last, Pass pass) {
        return field == CallbackKinds.OWN_CLASS
                ? CallbackTable.put(callback, last, pass)
                : UNSAFE.compareAndSetReference(callback, field, last, pass);
    }

    /**
     * Records that the innermost open call submits a task to another thread, unless the task contains the callback
     * that the call has just passed, or is a callback that records its runs and has a pass. It has none if the
     * application made it and returned it, such as the task of a decorator.
     *
     * @param nameId id of the name under which the task's runs are recorded
     * @param flags bits of the task: {@link #MAY_HAVE_PASSES} and so on
     * @return whether a pass was recorded
     */
    public static boolean recordTask(Object task, int nameId, int flags) {
        boolean mayHavePass = (flags & MAY_HAVE_PASSES) != 0;
        ThreadBuffer buffer = TracerSwitch.drops() ? null : ThreadBuffers.existing();
        if (buffer == null && !mayHavePass) {
            return false;
        }
        boolean isVirtual = buffer != null && buffer.direct == null;
        long field = CallbackKinds.of(task.getClass());
        if (isVirtual) {
            // Since 24 the thread may have left its carrier, whose buffer it is, while it waited for the lock of the
            // JDK's table of classes.
            buffer = ThreadBuffers.existing();
        }
        if (field != CallbackKinds.NO_CALLBACK) {
            Pass last = last(task, field);
            if ((last == null || last.isNone()) && buffer != null && isSubmitted(buffer, flags)) {
                Pass pass = pass(task, field, last, nameId, Pass.Kind.EXACT, buffer, null);
                if (pass != null) { // otherwise it has one now, of another thread
                    append(buffer, pass, nameId);
                }
            }
            return false;
        }
        Pass last = mayHavePass ? CallbackTable.get(task) : null;
        long threadId = ThreadBuffers.currentThreadId();
        boolean runsOnceInAll = (flags & (RUNS_ONCE | MAY_WAIT_TWICE)) == RUNS_ONCE;
        if (last != null && (last.isForwarded(nameId, threadId) || runsOnceInAll && last.isAwaited())) {
            return false;
        }
        if (buffer == null || !isSubmitted(buffer, flags)) {
            while ((last != null || mayHavePass && (flags & MAY_WAIT_TWICE) != 0)
                    && !storeTask(task, flags, last, Pass.outside(last, nameId, threadId))) {
                last = CallbackTable.get(task);
            }
            return false;
        }
        long number = PassNumbers.next(buffer);
        Pass pass = last == null
                ? Pass.firstOfObject(number, nameId, threadId, Pass.Kind.EXACT)
                : last.next(number, nameId, threadId, Pass.Kind.EXACT, null);
        // No frame: nothing would close it, because the executor's method returns without a call of the recorder.
        if (!storeTask(task, flags, last, pass)) {
            return recordTask(task, nameId, flags | MAY_HAVE_PASSES);
        }
        append(buffer, pass, nameId);
        return true;
    }

    private static boolean storeTask(Object task, int flags, @Nullable Pass last, Pass pass) {
        boolean isNew = last == null && (flags & MAY_HAVE_PASSES) != 0; // otherwise it was not looked up
        if (!isNew || (flags & RUNS_ONCE) == 0) {
            return CallbackTable.put(task, last, pass);
        }
        CallbackTable.addTask(task, pass);
        return true;
    }

    /**
     * Returns whether a call is open that may submit a task, and has not just passed a callback that is
     * within it. A call around the task that the thread runs does not: that task may end with the beginning of
     * another one, of any cause.
     */
    private static boolean isSubmitted(ThreadBuffer buffer, int flags) {
        OpenFrames frames = CurrentFrames.of(buffer);
        if (OpenCalls.count(buffer) > frames.callsAround()) {
            return (flags & OF_COPY) != 0 || !frames.isAtSite();
        }
        if ((flags & PART) != 0 && frames.isInTaskWithCause()) {
            return true;
        }
        if (frames.isInTask(buffer.position) || buffer.direct == null) { // a virtual thread is a task
            LossCounter.CAUSES_UNKNOWN.increment();
        }
        return false;
    }

    private static void append(ThreadBuffer buffer, Pass pass, int nameId) {
        long control = RecordLayout.control(RecordLayout.CONTROL_PASS, pass.number);
        long now = System.nanoTime();
        int idAndKind = nameId << RecordLayout.KIND_BITS;
        if (pass.isForward()) {
            long forward = RecordLayout.control(RecordLayout.CONTROL_FORWARD, pass.firstNumber);
            Records.appendLinked(buffer, now, forward, control, idAndKind);
        } else {
            Records.appendLinked(buffer, now, control, idAndKind);
        }
    }

    /** Marks a non-capturing lambda, whose single instance all callers share. */
    public static void markShared(Object wrapper) {
        UNSAFE.putReferenceRelease(wrapper, CallbackKinds.of(wrapper.getClass()), Pass.none());
    }
}
