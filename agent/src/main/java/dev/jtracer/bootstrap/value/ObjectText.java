// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.value;

import dev.jtracer.bootstrap.RecorderFailures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The text of an object: its class, with the length of an array or of a collection of the JDK. Only for the types
 * that the user names, the result of {@code toString}.
 */
final class ObjectText {
    /* Exactly these classes: size() of any other may be the application's code, as of a subclass or within the views
     * of java.util.Collections, or take a lock, as of Vector. A TreeSet may be a view of another, which counts its
     * elements by the application's comparator. */
    private static final Set<Class<?>> COLLECTIONS = Set.of(
            ArrayList.class,
            LinkedList.class,
            ArrayDeque.class,
            HashSet.class,
            LinkedHashSet.class,
            CopyOnWriteArrayList.class,
            HashMap.class,
            LinkedHashMap.class,
            TreeMap.class,
            ConcurrentHashMap.class,
            List.of().getClass(),
            List.of(1).getClass(),
            Set.of().getClass(),
            Set.of(1).getClass(),
            Map.of().getClass(),
            Map.of(1, 1).getClass());

    /** Set on a thread while it is in {@code toString} of the application. */
    private static final ThreadLocal<@Nullable Boolean> IN_TO_STRING = new ThreadLocal<>();

    private static volatile String[] typesWithToString = {};

    private ObjectText() {}

    static void typesWithToString(String[] names) {
        typesWithToString = names.clone();
    }

    static String of(Object value) {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            String component = name(type.getComponentType());
            return component.concat("[").concat(Integer.toString(length(value))).concat("]");
        }
        String name = type.getName();
        if (COLLECTIONS.contains(type)) {
            return size(name, value);
        }
        return hasToString(name) ? string(name, value) : name;
    }

    private static int length(Object array) {
        return array instanceof Object[] objects
                ? objects.length
                : array instanceof byte[] bytes
                        ? bytes.length
                        : array instanceof int[] ints
                                ? ints.length
                                : array instanceof char[] chars
                                        ? chars.length
                                        : array instanceof long[] longs ? longs.length : lengthOfRare(array);
    }

    private static int lengthOfRare(Object array) {
        return array instanceof double[] doubles
                ? doubles.length
                : array instanceof float[] floats
                        ? floats.length
                        : array instanceof short[] shorts ? shorts.length : ((boolean[]) array).length;
    }

    private static String name(Class<?> type) {
        return type.isArray() ? name(type.getComponentType()).concat("[]") : type.getName();
    }

    private static String size(String name, Object value) {
        int size = value instanceof Collection<?> collection ? collection.size() : ((Map<?, ?>) value).size();
        return name.concat("(").concat(Integer.toString(size)).concat(")");
    }

    private static boolean hasToString(String name) {
        for (String each : typesWithToString) {
            if (each.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /* toString may throw, or call the method whose arguments are being recorded. */
    private static String string(String name, Object value) {
        boolean isNested = IN_TO_STRING.get() != null;
        try {
            if (isNested) {
                return name;
            }
            IN_TO_STRING.set(Boolean.TRUE);
            String text = value.toString();
            return text == null ? "null" : text;
        } catch (Throwable thrown) {
            RecorderFailures.passOnDeath(thrown);
            return name.concat(" (toString threw ")
                    .concat(thrown.getClass().getName())
                    .concat(")");
        } finally {
            if (!isNested) {
                IN_TO_STRING.remove();
            }
        }
    }
}
