// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;

/**
 * The kinds of classes: wrappers, with the offset of the field that holds the last pass, the application's own
 * classes of callbacks, and others.
 */
public final class CallbackKinds extends ClassValue<Long> {
    /* Looked up for every object that is passed to a traced call. A ClassValue takes 4 ns for any class; a type
     * check for an interface that most objects do not have takes 20 to 30 ns before JDK 23. A wrapper also needs no
     * interface besides those that the application gave its lambda. */

    /** Kind of a class whose objects are not recognised as callbacks. */
    static final long NO_CALLBACK = -1;

    /** Kind of a class of the application's own, woven so that it records when one of its objects is called back. */
    static final long OWN_CLASS = -2;

    /** Name of the field in which a wrapper stores its last pass. No class of an application has this field. */
    public static final String PASS_FIELD = "jtracer$pass";

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /* Below 0, so that they differ from offsets, and another pair after each removal of a tracer: what was looked up
     * before is then looked up again. ClassValue.remove would give each class of the JVM a map of 300 bytes. */
    private static Long none = NO_CALLBACK;
    private static Long own = OWN_CLASS;
    /* By name, to keep no loader alive; a class of the same name in another loader costs a lookup in vain. */
    private static final ConcurrentHashMap<String, Boolean> OWN_CLASSES = new ConcurrentHashMap<>();
    private static final CallbackKinds KINDS = new CallbackKinds();

    private CallbackKinds() {}

    /**
     * Registers a class, named with dots, that is about to be woven with {@link CallbackTracer#enterBody}: from now
     * on the passes of its objects are recorded. Must be called before the class is defined.
     *
     * @param isLoaded whether it was defined before the agent was there, and is woven again
     */
    public static void addOwnClass(String className, boolean isLoaded) {
        synchronized (OWN_CLASSES) {
            if (OWN_CLASSES.put(className, true) == null && isLoaded) {
                none -= 2; // it may have been looked up, or a subclass
            }
        }
    }

    /** Forgets the application's own classes, and all kinds but those of wrappers. */
    static void clear() {
        OWN_CLASSES.clear();
        none -= 2;
        own -= 2;
    }

    /** Returns the offset of the field that holds the last pass, or {@link #OWN_CLASS}, or {@link #NO_CALLBACK}. */
    static long of(Class<?> type) {
        long kind = KINDS.get(type);
        if (kind >= 0) {
            return kind;
        }
        return kind == none ? NO_CALLBACK : kind == own ? OWN_CLASS : again(type);
    }

    private static long again(Class<?> type) {
        KINDS.remove(type);
        return of(type);
    }

    private static boolean isOwn(Class<?> type) {
        for (Class<?> ancestor = type; ancestor != null; ancestor = ancestor.getSuperclass()) {
            if (OWN_CLASSES.containsKey(ancestor.getName())) {
                return true;
            }
            for (Class<?> implemented : ancestor.getInterfaces()) {
                if (isOwn(implemented)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    protected Long computeValue(Class<?> type) {
        if (!type.isHidden()) {
            return isOwn(type) ? own : none;
        }
        try {
            return UNSAFE.objectFieldOffset(type, PASS_FIELD);
        } catch (InternalError noSuchField) {
            return none; // a lambda that is not wrapped
        }
    }
}
