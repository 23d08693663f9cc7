// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;

/** Which classes are wrapped callbacks, and where their objects keep the last passing. */
final class CallbackKinds extends ClassValue<Long> {
    /* Looked up for every object that is handed to a traced call. A ClassValue takes 4 ns, whatever the class; asking for
     * an interface that most objects do not have takes 20 to 30 ns before JDK 23. It also leaves the wrapper with the
     * interfaces that the application gave it and no other. */

    /** Stands for a class that is no wrapped callback. */
    static final long NO_CALLBACK = -1;

    /** Name of the field in which a wrapper keeps its last passing. No class of an application has one. */
    static final String PASSING_FIELD = "jtracer$passing";

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final Long NONE = NO_CALLBACK;
    private static final CallbackKinds KINDS = new CallbackKinds();

    private CallbackKinds() {}

    /** Offset of the field that holds the last passing, or {@link #NO_CALLBACK}. */
    static long of(Class<?> type) {
        return KINDS.get(type);
    }

    @Override
    protected Long computeValue(Class<?> type) {
        if (!type.isHidden()) {
            return NONE;
        }
        try {
            return UNSAFE.objectFieldOffset(type, PASSING_FIELD);
        } catch (InternalError noSuchField) {
            return NONE; // a lambda that is not wrapped
        }
    }
}
