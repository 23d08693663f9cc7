// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Callbacks that are passed several at a time, in an array or a list. */
final class CallbackGroups {
    /* Only the JDK's lists, whose get runs no code of the application; recognised by their exact class, because the
     * application may extend it. */
    private static final Class<?> FEW = List.of(1).getClass();
    private static final Class<?> MORE = List.of(1, 2, 3).getClass();
    private static final Class<?> AS_LIST = Arrays.asList(1).getClass();
    /** Number of elements that are read. Callbacks behind them are recorded when they run, but not linked. */
    private static final int MOST = 32;

    private CallbackGroups() {}

    static void initialize() {
        record(List.of(1), 0);
        record(new ArrayList<>(), 0);
    }

    /** Records the passes of the callbacks in an array or a list. */
    static void record(Object callbacks, int nameId) {
        if (callbacks instanceof Object[] array) {
            int count = Math.min(array.length, MOST);
            for (int i = 0; i < count; i++) {
                recordOne(array[i], nameId);
            }
            return;
        }
        Class<?> type = callbacks.getClass();
        if (type == FEW || type == MORE || type == AS_LIST || type == ArrayList.class) {
            List<?> list = (List<?>) callbacks;
            int count = Math.min(list.size(), MOST);
            // A list whose first element is no callback holds other things, as most lists do.
            boolean isOfCallbacks = count > 0 && recordOne(element(list, 0), nameId);
            for (int i = 1; isOfCallbacks && i < count; i++) {
                recordOne(element(list, i), nameId);
            }
        }
    }

    /** Returns an element; null if another thread has removed it since the list's size was read. */
    private static @Nullable Object element(List<?> list, int index) {
        try {
            return list.get(index);
        } catch (IndexOutOfBoundsException removed) {
            return null;
        }
    }

    private static boolean recordOne(@Nullable Object callback, int nameId) {
        return callback != null && Passes.record(callback, nameId, Pass.Kind.EXACT);
    }
}
