// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StringTableTest {
    private final StringTable table = new StringTable();

    @Test
    void add_countsUp() {
        assertThat(table.add("a")).isZero();
        assertThat(table.add("a")).isEqualTo(1);
        assertThat(table.get(1)).isEqualTo("a");
        assertThat(table.size()).isEqualTo(2);
    }

    @Test
    void put_setsAnyIndexOnce() {
        table.put(5_000, "later");
        table.put(5_000, "later");

        assertThat(table.get(5_000)).isEqualTo("later");
        assertThat(table.size()).isEqualTo(5_001);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.put(5_000, "other"))
                .withMessage("name index '5000' is 'later' already; it cannot become 'other'");
        assertThatIllegalArgumentException().isThrownBy(() -> table.put(-1, "x"));
    }

    @Test
    void get_namesWhatItDoesNotKnow() {
        table.put(3, "c");

        assertThat(table.get(2)).isEqualTo("?2");
        assertThat(table.get(1_000_000)).isEqualTo("?1000000");
        assertThat(table.get(-7)).isEqualTo("?-7");
    }

    @Test
    void get_seesNamesThatAnotherThreadAdds() {
        int count = 200_000;
        AtomicInteger published = new AtomicInteger(-1);
        CompletableFuture<Void> adder = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < count; i++) {
                published.set(table.add("name" + i));
            }
        });

        int wrong = 0;
        int last = -1;
        while (last < count - 1 && !adder.isCompletedExceptionally()) {
            last = published.get();
            if (last >= 0 && !table.get(last).equals("name" + last)) {
                wrong++;
            }
        }

        adder.join();
        assertThat(wrong).isZero();
    }

    @Test
    void interner_findsWhatItAdded() {
        NameInterner interner = new NameInterner(table, Integer.MAX_VALUE, Long.MAX_VALUE);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                assertThat(interner.index("n" + i)).isEqualTo(i);
            }
        }
        assertThat(interner.index("xn7y".toCharArray(), 1, 2)).isEqualTo(7);
        assertThat(table.size()).isEqualTo(5_000);
    }

    @Test
    void interner_tellsNamesOfOneHashApart() {
        NameInterner interner = new NameInterner(table, Integer.MAX_VALUE, Long.MAX_VALUE);

        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        assertThat(interner.index("Aa")).isNotEqualTo(interner.index("BB"));
        assertThat(interner.index("")).isEqualTo(interner.index(""));
    }

    @Test
    void interner_findsTheSameNameByBytesAndByCharacters() {
        NameInterner interner = new NameInterner(table, Integer.MAX_VALUE, Long.MAX_VALUE);
        for (String name : List.of("", "a", "1234567", "12345678", "123456789", "\u00e4\u20ac\uD83D\uDE00", "x\0y")) {
            byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            byte[] within = Arrays.copyOf(utf8, utf8.length + 20);
            Arrays.fill(within, utf8.length, within.length, (byte) 'z');

            int index = interner.index(name);

            assertThat(interner.index(utf8, 0, utf8.length)).isEqualTo(index);
            assertThat(interner.index(within, 0, utf8.length)).isEqualTo(index);
            assertThat(table.get(index)).isEqualTo(name);
        }
        assertThat(table.size()).isEqualTo(7);
    }

    @Test
    void interner_keepsLoneSurrogatesApart() {
        NameInterner interner = new NameInterner(table, Integer.MAX_VALUE, Long.MAX_VALUE);

        assertThat(interner.index("\ud83d")).isNotEqualTo(interner.index("\ude00"));
        assertThat(interner.index("\ud83d")).isNotEqualTo(interner.index("?"));
        assertThat(table.get(interner.index("\ud83d"))).isEqualTo("\ud83d");
    }
}
