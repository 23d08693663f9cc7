// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;

/** Which classes are wrapped callbacks, and where their objects keep the last passing. */
final class CallbackKinds extends ClassValue<Long> {
    /* Looked up for every object that is handed to a traced call. A ClassValue takes 4 ns, whatever the class; asking for
     * an interface that most objects do not have takes 20 to 30 ns before JDK 23. It also leaves the wrapper with the
     * interfaces that the application gave it and no other. */

    /** Stands for a class that is no wrapped callback. */
    static final long NO_CALLBACK = -1;

    /** Stands for a class of the application's own, which tells when one of its objects is called back. */
    static final long OWN_CLASS = -2;

    /** Name of the field in which a wrapper keeps its last passing. No class of an application has one. */
    static final String PASSING_FIELD = "jtracer$passing";

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final Long NONE = NO_CALLBACK;
    private static final Long OWN = OWN_CLASS;
    /* By name alone: a class of the same name in another loader is looked up in vain, and no loader is kept. */
    private static final ConcurrentHashMap<String, Boolean> OWN_CLASSES = new ConcurrentHashMap<>();
    private static final CallbackKinds KINDS = new CallbackKinds();

    private CallbackKinds() {}

    /** A class is about to be defined whose methods tell when its objects are called back. */
    static void addOwnClass(String className) {
        OWN_CLASSES.put(className, true);
    }

    /** {@link #OWN_CLASS}, or the offset of the field that holds the last passing, or {@link #NO_CALLBACK}. */
    static long of(Class<?> type) {
        return KINDS.get(type);
    }

    @Override
    protected Long computeValue(Class<?> type) {
        if (!type.isHidden()) {
            for (Class<?> ancestor = type; ancestor != null; ancestor = ancestor.getSuperclass()) {
                if (OWN_CLASSES.containsKey(ancestor.getName())) {
                    return OWN;
                }
            }
            return NONE;
        }
        try {
            return UNSAFE.objectFieldOffset(type, PASSING_FIELD);
        } catch (InternalError noSuchField) {
            return NONE; // a lambda that is not wrapped
        }
    }
}
