// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cache of the descriptors whose parameters may hold callbacks: many calls have the same descriptor. May be used by several
 * threads.
 */
final class CallbackDescriptors {
    private final CallbackTypes types;
    private final LoaderMap<Known> knownByLoader = new LoaderMap<>();

    CallbackDescriptors(CallbackTypes types) {
        this.types = types;
    }

    /**
     * The descriptors of a loader's classes.
     *
     * @param changes the {@link CallbackTypes#changes} at which they were examined
     * @param holdCallbacks whether they have parameters of types of callbacks, arrays of them, or lists
     */
    private record Known(int changes, Map<String, Boolean> holdCallbacks) {}

    /** Returns whether a method with this descriptor has parameters of types of callbacks, arrays of them, or lists. */
    boolean mayHoldCallbacks(ClassLoader loader, String descriptor) {
        if (descriptor.startsWith("()") || descriptor.indexOf(';') < 0) {
            return false;
        }
        Map<String, Boolean> known = known(loader).holdCallbacks;
        Boolean found = known.get(descriptor);
        if (found == null) {
            found = CallbackParameters.areIn(descriptor, types, loader);
            known.put(descriptor, found);
        }
        return found;
    }

    private Known known(ClassLoader loader) {
        int changes = types.changes();
        Known known = knownByLoader.get(loader);
        if (known == null || known.changes != changes) {
            known = new Known(changes, new ConcurrentHashMap<>());
            knownByLoader.put(loader, known);
        }
        return known;
    }
}
