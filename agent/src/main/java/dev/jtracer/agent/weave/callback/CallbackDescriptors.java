// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

/**
 * A cache of the descriptors whose parameters may hold callbacks: many calls have the same descriptor. May be used by
 * several threads.
 */
final class CallbackDescriptors {
    private final CallbackTypes types;
    private final TypeResults<Boolean> known;

    CallbackDescriptors(CallbackTypes types) {
        this.types = types;
        this.known = new TypeResults<>(types.headers());
    }

    /**
     * Returns whether a method with this descriptor has parameters of types of callbacks, arrays of them, or lists.
     */
    boolean mayHoldCallbacks(ClassLoader loader, String descriptor) {
        if (descriptor.startsWith("()") || descriptor.indexOf(';') < 0) {
            return false;
        }
        Boolean found = known.get(loader, descriptor);
        if (found == null) {
            long since = types.headers().now();
            found = CallbackParameters.areIn(descriptor, types, loader);
            known.put(loader, descriptor, found, types.headers().validity(since));
        }
        return found;
    }
}
