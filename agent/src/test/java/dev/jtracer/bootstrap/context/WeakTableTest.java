// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.bootstrap.TracerSwitch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeakTableTest {
    private final WeakTable<Integer> table = new WeakTable<>();

    @Test
    void put_replacesTheEntryOfTheObject() {
        Object object = new Object();

        table.put(object, 1);
        table.put(object, 2);

        assertThat(table.get(object)).isEqualTo(2);
        table.remove(object);
        assertThat(table.get(object)).isNull();
    }

    @Test
    void valueOfAnEarlierRecording_isNotOfThisOne() {
        Object object = new Object();
        table.put(object, 1);
        assertThat(table.getOfRecording(object)).isEqualTo(1);

        TracerSwitch.set(true);
        TracerSwitch.set(false);

        assertThat(table.getOfRecording(object)).isNull();
        assertThat(table.get(object)).isEqualTo(1);
        assertThat(table.remove(object)).isNull();
        assertThat(table.get(object)).isNull();
    }

    @Test
    void slotThatBecomesFree_leavesNoOlderEntryBehind() {
        // So many that some stand behind a slot that another object's entry leaves.
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            Object object = new Object();
            objects.add(object);
            table.put(object, 1);
        }
        for (int i = 0; i < objects.size(); i += 2) {
            table.remove(objects.get(i));
        }
        for (int i = 1; i < objects.size(); i += 2) {
            table.put(objects.get(i), 2);
        }
        for (int i = 1; i < objects.size(); i += 2) {
            table.remove(objects.get(i));
        }

        assertThat(objects).allSatisfy(object -> assertThat(table.get(object)).isNull());
    }

    @Test
    void objectThatSurvivedACollection_isNotEvictedByNewOnes() {
        Object kept = new Object();
        table.put(kept, 1);
        System.gc();
        Object newest = new Object();
        for (int i = 0; i < 20_000; i++) {
            newest = new Object();
            table.put(newest, 2);
        }

        assertThat(table.get(kept)).isEqualTo(1);
        assertThat(table.get(newest)).isEqualTo(2);
    }
}
