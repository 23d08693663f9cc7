// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.lambda;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The call sites that were linked for lambdas of retransformed classes, by the JDK and with a wrapper. They live as
 * long as the class.
 */
final class KeptLambdas extends ClassValue<ConcurrentHashMap<List<Object>, CallSite>> {
    private static final KeptLambdas OF_CLASSES = new KeptLambdas();

    private KeptLambdas() {}

    /**
     * Returns the link of the same lambda before; null if there is none.
     *
     * @param siteId id of the source location that the wrapper has; 0 for the JDK's link
     */
    static @Nullable CallSite find(
            MethodHandles.Lookup caller, String name, MethodType type, Object[] arguments, int place, int siteId) {
        List<Object> key = key(caller, name, type, arguments, place, siteId);
        return key == null ? null : OF_CLASSES.get(caller.lookupClass()).get(key);
    }

    static void keep(
            MethodHandles.Lookup caller,
            String name,
            MethodType type,
            Object[] arguments,
            int place,
            int siteId,
            CallSite site) {
        List<Object> key = key(caller, name, type, arguments, place, siteId);
        if (key != null) {
            OF_CLASSES.get(caller.lookupClass()).putIfAbsent(key, site);
        }
    }

    /* All that the JDK makes the class from: another agent may have changed the class meanwhile, so that the number
     * alone is another lambda's. And the number, because two lambdas have two classes even if they are one method. */
    private static @Nullable List<Object> key(
            MethodHandles.Lookup caller, String name, MethodType type, Object[] arguments, int place, int siteId) {
        Object[] key = Arrays.copyOf(arguments, arguments.length + 4, Object[].class);
        key[arguments.length] = name;
        key[arguments.length + 1] = type;
        // Whether an evaluation makes another object is the wrapper's affair.
        key[arguments.length + 2] = siteId == 0 ? place & ~2 : place;
        key[arguments.length + 3] = siteId;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof MethodHandle handle) {
                try {
                    MethodHandleInfo method = caller.revealDirect(handle);
                    key[i] = Arrays.<Object>asList(
                            method.getReferenceKind(),
                            method.getDeclaringClass(),
                            method.getName(),
                            method.getMethodType());
                } catch (IllegalArgumentException | SecurityException notDirect) {
                    return null;
                }
            }
        }
        return Arrays.asList(key);
    }

    @Override
    protected ConcurrentHashMap<List<Object>, CallSite> computeValue(Class<?> caller) {
        return new ConcurrentHashMap<>(4);
    }
}
