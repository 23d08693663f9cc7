// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * The pass sites of callbacks that one thread is passing to included methods: each from just before the call until
 * the called method takes it, or the call ends. Confined to its thread.
 */
final class PendingSites {
    /* Between the caller and the method that is entered there may be code that is not woven: class initialisers,
     * proxies, bridges, methods that are skipped. It may call included methods itself, also the one that the caller
     * meant. A site is therefore taken only for the same object, as the same argument of a method with the same name
     * and number of parameters, and only once. The object is the application's: a site that nothing took is removed
     * as soon as the call returns, or where the caller catches or passes on its exception.
     *
     * Entries have no owner, because an owner that differs by invocation would need a local variable in each
     * handler's frame. Removal may therefore also take sites of outer calls that are still pending: all of them after
     * an exception, those of the same line in a recursion. This needs code that is not woven between an outer caller
     * and the included method. It costs the outer call its site, and never gives it another's. */
    private static final int CAPACITY = 8;

    private final @Nullable Object[] callbacks = new Object[CAPACITY];
    private final int[] parameters = new int[CAPACITY];
    private final int[] nameIds = new int[CAPACITY];
    private int count;

    /**
     * Adds a callback that is about to be passed. Discards the oldest one if there are too many.
     *
     * @param nameId id of the callback's name with its site
     * @param parameter number of the parameter that receives it
     */
    void add(Object callback, int nameId, int parameter) {
        int at = count;
        if (at == CAPACITY) {
            remove(0);
            at = count;
        }
        callbacks[at] = callback;
        nameIds[at] = nameId;
        parameters[at] = parameter;
        count = at + 1;
    }

    /** Removes a callback's innermost site as this parameter. Returns the id of its name with the site; 0 if none. */
    int take(Object callback, int parameter) {
        for (int i = count - 1; i >= 0; i--) {
            if (callbacks[i] == callback && parameters[i] == parameter) {
                int nameId = nameIds[i];
                remove(i);
                return nameId;
            }
        }
        return 0;
    }

    private void remove(int index) {
        int last = count - 1;
        for (int i = index; i < last; i++) {
            callbacks[i] = callbacks[i + 1];
            nameIds[i] = nameIds[i + 1];
            parameters[i] = parameters[i + 1];
        }
        count = last;
        callbacks[last] = null;
    }

    /**
     * Removes the innermost site with this name, and those added after it. If the call's own site was taken, that may
     * be the site of an outer call from the same line.
     */
    void removeFrom(int nameId) {
        for (int i = count - 1; i >= 0; i--) {
            if (nameIds[i] == nameId) {
                removeAbove(i);
                return;
            }
        }
    }

    /** Removes all sites, also those of outer calls. */
    void clear() {
        removeAbove(0);
    }

    /** Drops the callbacks while recording is off. Called by the tracer's thread. */
    void forgetCallbacks() {
        // The owner may still be inside a method that it entered before the stop. It then finds no callback, so a
        // site is missing; or it moves or adds one behind this loop, which the next call drops. Only the owner writes
        // `count`.
        for (int i = 0; i < CAPACITY; i++) {
            callbacks[i] = null;
        }
    }

    private void removeAbove(int level) {
        for (int i = level; i < count; i++) {
            callbacks[i] = null; // Arrays.fill would need a frame of its own
        }
        count = level;
    }
}
