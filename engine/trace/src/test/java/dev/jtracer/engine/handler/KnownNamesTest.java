// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnownNamesTest {
    private final StringTable table = new StringTable();
    private final List<String> looked = new ArrayList<>();
    private final KnownNames<Integer> names = new KnownNames<>(name -> {
        looked.add(name);
        return Map.of("one", 1, "uno", 1, "two", 2).get(name);
    });

    @Test
    void names_areRecognised() {
        int other = table.add("other");
        int two = table.add("two");
        int one = table.add("one");
        int uno = table.add("uno");

        assertThat(names.get(other, table)).isNull();
        assertThat(names.get(two, table)).isEqualTo(2);
        assertThat(names.get(one, table)).isEqualTo(1);
        assertThat(names.get(uno, table)).isEqualTo(1);
    }

    @Test
    void text_isLookedAtOnce() {
        int other = table.add("other");
        int one = table.add("one");

        for (int i = 0; i < 3; i++) {
            assertThat(names.get(one, table)).isEqualTo(1);
            assertThat(names.get(other, table)).isNull();
        }

        assertThat(looked).containsExactly("one", "other");
    }

    @Test
    void highIndexes_areRecognisedToo() {
        table.put(100_000, "two");

        assertThat(names.get(100_000, table)).isEqualTo(2);
        assertThat(names.get(99_999, table)).isNull();
    }
}
