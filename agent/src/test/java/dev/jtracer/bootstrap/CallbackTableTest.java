// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallbackTableTest {
    /** Of 64 x 4096 entries. */
    private static final int HALF_OF_WHAT_THERE_IS_ROOM_FOR = 131_072;

    private static final int MORE_THAN_THERE_IS_ROOM_FOR = 300_000;

    private static Passing passing(long number) {
        return Passing.first(number, 1, 1, true, false);
    }

    @Test
    void lastPassing_isFoundByIdentity() {
        String callback = new String("callback");
        CallbackTable.put(callback, passing(1));
        CallbackTable.put(callback, passing(2));

        assertThat(CallbackTable.get(callback))
                .extracting(found -> found.number)
                .isEqualTo(2L);
        assertThat(CallbackTable.get(new String("callback"))).isNull();
    }

    @Test
    void callback_isNotKeptAlive() {
        WeakReference<Object> callback = notedAndForgotten();

        // Ends when the collector has done its work; the build's time limit ends it otherwise.
        while (callback.get() != null) {
            System.gc();
        }

        assertThat(callback.get()).isNull();
    }

    private static WeakReference<Object> notedAndForgotten() {
        Object callback = new Object();
        CallbackTable.put(callback, passing(1));
        return new WeakReference<>(callback);
    }

    @Test
    void collectedCallbacks_makeRoomForOthers() {
        // Whatever another test has filled up is collected, and then looked through again.
        noteAndForgetMany();
        noteAndForgetMany();
        long before = LossCounters.untiedCallbacks();
        for (int round = 0; round < 4; round++) {
            noteAndForgetMany();
        }

        assertThat(LossCounters.untiedCallbacks()).isEqualTo(before);
    }

    private static void noteAndForgetMany() {
        for (int i = 0; i < HALF_OF_WHAT_THERE_IS_ROOM_FOR; i++) {
            CallbackTable.put(new Object(), passing(i));
        }
        WeakReference<Object> last = notedAndForgotten();
        while (last.get() != null) {
            System.gc();
        }
    }

    @Test
    void callbacksBeyondTheBound_areCounted() {
        long before = LossCounters.untiedCallbacks();
        List<Object> callbacks = new ArrayList<>();
        for (int i = 0; i < MORE_THAN_THERE_IS_ROOM_FOR; i++) {
            callbacks.add(new Object());
            CallbackTable.put(callbacks.get(i), passing(i));
        }

        long untied = LossCounters.untiedCallbacks() - before;
        long tied = callbacks.stream()
                .filter(each -> CallbackTable.get(each) != null)
                .count();
        assertThat(untied).isPositive();
        assertThat(tied).isEqualTo(MORE_THAN_THERE_IS_ROOM_FOR - untied);
    }
}
