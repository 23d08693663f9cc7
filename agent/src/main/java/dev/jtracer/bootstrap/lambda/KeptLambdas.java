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

/** The call sites that the JDK has linked for lambdas of retransformed classes. They live as long as the class. */
final class KeptLambdas extends ClassValue<ConcurrentHashMap<List<Object>, CallSite>> {
    private static final KeptLambdas OF_CLASSES = new KeptLambdas();

    private KeptLambdas() {}

    /** Returns the link of the same lambda before; null if there is none. */
    static @Nullable CallSite find(
            MethodHandles.Lookup caller, String name, MethodType type, Object[] arguments, int place) {
        List<Object> key = key(caller, name, type, arguments, place);
        return key == null ? null : OF_CLASSES.get(caller.lookupClass()).get(key);
    }

    static void keep(
            MethodHandles.Lookup caller, String name, MethodType type, Object[] arguments, int place, CallSite site) {
        List<Object> key = key(caller, name, type, arguments, place);
        if (key != null) {
            OF_CLASSES.get(caller.lookupClass()).putIfAbsent(key, site);
        }
    }

    /* All that the JDK makes the class from: another agent may have changed the class meanwhile, so that the number
     * alone is another lambda's. And the number, because two lambdas have two classes even if they are one method. */
    private static @Nullable List<Object> key(
            MethodHandles.Lookup caller, String name, MethodType type, Object[] arguments, int place) {
        Object[] key = Arrays.copyOf(arguments, arguments.length + 3, Object[].class);
        key[arguments.length] = name;
        key[arguments.length + 1] = type;
        // Whether an evaluation makes another object is the wrapper's affair.
        key[arguments.length + 2] = place & ~2;
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
