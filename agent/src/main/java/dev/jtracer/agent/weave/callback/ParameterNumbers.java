// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers of parameters. With them the recorder matches an argument at a call site with the parameter of the method
 * that is entered. Parameters have one number in all methods of a name and number of parameters: in an interface's
 * method, its implementations and their bridges. Those of a constructor are its class's alone, so that a super
 * constructor does not take what its caller passed to the subclass. May be used by several threads.
 */
final class ParameterNumbers {
    private static final int ORDINAL_BITS = Byte.SIZE; // a method has at most 255 parameters
    private static final int MOST_METHODS = 1 << 22;

    private final ConcurrentHashMap<String, Integer> methods = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    /**
     * Returns the number of a method's first parameter; those of the others follow. Returns 0 if there are too many
     * methods.
     *
     * @param owner the class of a constructor, in internal form
     */
    int first(String owner, String name, String descriptor) {
        String method = CallbackTypes.method(name.equals("<init>") ? owner.concat(name) : name, descriptor);
        Integer known = methods.get(method);
        if (known == null) {
            int next = last.get() < MOST_METHODS ? last.incrementAndGet() : 0;
            known = methods.putIfAbsent(method, next);
            if (known == null) {
                known = next;
            }
        }
        return known << ORDINAL_BITS;
    }
}
