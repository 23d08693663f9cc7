// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes callbacks that are handed over several at a time. */
final class CallbackGroups {
    /* Only lists of the JDK, whose get runs nothing of the application's; told by their very class, which a list of the
     * application's may extend. A list that changes meanwhile throws at worst, and that is caught. */
    private static final Class<?> FEW = List.of(1).getClass();
    private static final Class<?> MORE = List.of(1, 2, 3).getClass();
    private static final Class<?> AS_LIST = Arrays.asList(1).getClass();
    /** What lies behind these is recorded without being tied. */
    private static final int MOST = 32;

    private CallbackGroups() {}

    static void initialize() {
        note(List.of(1), 0);
        note(new ArrayList<>(), 0);
    }

    static void note(Object callbacks, int nameId) {
        if (callbacks instanceof Object[] array) {
            int count = Math.min(array.length, MOST);
            for (int i = 0; i < count; i++) {
                noteOne(array[i], nameId);
            }
            return;
        }
        Class<?> type = callbacks.getClass();
        if (type == FEW || type == MORE || type == AS_LIST || type == ArrayList.class) {
            List<?> list = (List<?>) callbacks;
            int count = Math.min(list.size(), MOST);
            // A list whose first element is no callback is one of other things: most lists are.
            boolean isOfCallbacks = count > 0 && noteOne(list.get(0), nameId);
            for (int i = 1; isOfCallbacks && i < count; i++) {
                noteOne(list.get(i), nameId);
            }
        }
    }

    private static boolean noteOne(@Nullable Object callback, int nameId) {
        return callback != null && CallbackTracer.note(callback, nameId, false);
    }
}
