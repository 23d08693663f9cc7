// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeakTableTest {
    private final WeakTable<Entry> table = new WeakTable<>();

    private static final class Entry extends WeakReference<Object> {
        final int value;

        Entry(Object object, int value) {
            super(object);
            this.value = value;
        }
    }

    private int value(Object object) {
        Entry entry = table.get(object);
        return entry == null ? -1 : entry.value;
    }

    @Test
    void put_replacesTheEntryOfTheObject() {
        Object object = new Object();

        table.put(object, new Entry(object, 1));
        table.put(object, new Entry(object, 2));

        assertThat(value(object)).isEqualTo(2);
        table.remove(object);
        assertThat(value(object)).isEqualTo(-1);
    }

    @Test
    void slotThatBecomesFree_leavesNoOlderEntryBehind() {
        // So many that some stand behind a slot that another object's entry leaves.
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            Object object = new Object();
            objects.add(object);
            table.put(object, new Entry(object, 1));
        }
        for (int i = 0; i < objects.size(); i += 2) {
            table.remove(objects.get(i));
        }
        for (int i = 1; i < objects.size(); i += 2) {
            table.put(objects.get(i), new Entry(objects.get(i), 2));
        }
        for (int i = 1; i < objects.size(); i += 2) {
            table.remove(objects.get(i));
        }

        assertThat(objects).allSatisfy(object -> assertThat(value(object)).isEqualTo(-1));
    }
}
