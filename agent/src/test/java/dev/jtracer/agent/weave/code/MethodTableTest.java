// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MethodTableTest {
    private final List<String> heard = new ArrayList<>();

    private void hear(int firstId, String[] names) {
        heard.add(firstId + "=" + String.join(",", names));
    }

    @Test
    void ids_countUpFromOne() throws Exception {
        MethodTable table = new MethodTable(this::hear);

        assertThat(table.register("a.A", new String[] {"<init>", "run"})).containsExactly(1, 2);
        assertThat(table.register("a.B", new String[] {"run"})).containsExactly(3);
        assertThat(table.names()[1]).isEqualTo("a.A.run");
        assertThat(table.names()).hasSize(3);
        assertThat(heard).containsExactly("1=a.A.<init>,a.A.run", "3=a.B.run");
    }

    @Test
    void overloads_shareAnId() throws Exception {
        MethodTable table = new MethodTable(this::hear);

        assertThat(table.register("a.A", new String[] {"get", "set", "get", "get"}))
                .containsExactly(1, 2, 1, 1);
        assertThat(heard).containsExactly("1=a.A.get,a.A.set");
    }

    @Test
    void knownMethods_keepTheirIds() throws Exception {
        MethodTable table = new MethodTable(this::hear);
        table.register("a.A", new String[] {"one", "two"});
        table.register("a.B", new String[] {"one"});

        assertThat(table.register("a.A", new String[] {"two", "three", "one"})).containsExactly(2, 4, 1);
        assertThat(table.register("a.A", new String[] {"three"})).containsExactly(4);
        assertThat(heard).containsExactly("1=a.A.one,a.A.two", "3=a.B.one", "4=a.A.three");
    }

    @Test
    void names_thatEndAlikeAreToldApart() throws Exception {
        MethodTable table = new MethodTable(this::hear);

        assertThat(table.register("a.A", new String[] {"forget", "get", "Get"})).containsExactly(1, 2, 3);
    }

    @Test
    void failingListener_spendsIdsThatItMayHaveStored() throws Exception {
        boolean[] full = {true};
        StringTable stored = new StringTable();
        MethodTable table = new MethodTable((firstId, names) -> {
            stored.put(firstId, names[0]);
            if (full[0]) {
                throw new IllegalStateException("disk full");
            }
            hear(firstId, names);
        });

        assertThatThrownBy(() -> table.register("a.A", new String[] {"run"})).hasMessage("disk full");
        full[0] = false;
        assertThat(table.register("a.B", new String[] {"go"})).containsExactly(2);
        assertThat(table.register("a.A", new String[] {"run"})).containsExactly(3);
        assertThat(heard).containsExactly("2=a.B.go", "3=a.A.run");
        assertThat(new MethodTable(this::hear, table.classNames(), table.names()).register("a.B", new String[] {"go"}))
                .containsExactly(2);
    }

    @Test
    void exhaustedIds_skipTheWholeClass() throws Exception {
        MethodTable table = new MethodTable(this::hear, 2);
        table.register("a.A", new String[] {"one"});

        assertThatThrownBy(() -> table.register("a.B", new String[] {"one", "two"}))
                .isInstanceOf(MethodTable.IdsExhaustedException.class);
        assertThat(table.register("a.C", new String[] {"one"})).containsExactly(2);
        assertThat(heard).containsExactly("1=a.A.one", "2=a.C.one");
    }

    @Test
    void register_givesDenseIdsFromManyThreads() throws Exception {
        int threads = 4;
        int classes = 2_000;
        MethodTable table = new MethodTable(this::hear);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                running.add(pool.submit(() -> {
                    for (int i = 0; i < classes; i++) {
                        String name = "a.C" + i;
                        int[] ids = table.register(name, new String[] {"one", "two"});
                        assertThat(table.names()[ids[0] - 1]).isEqualTo(name + ".one");
                        assertThat(table.names()[ids[1] - 1]).isEqualTo(name + ".two");
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }

        assertThat(table.names()).hasSize(2 * classes);
        assertThat(heard).hasSize(classes).doesNotHaveDuplicates();
    }

    @Test
    void tableAfterAnother_keepsItsIdsAndGoesOnBehindThem() throws Exception {
        MethodTable first = new MethodTable(this::hear);
        first.register("a.B", new String[] {"x", "y"});
        first.register("a.C$D", new String[] {"x"});
        first.register("a.B", new String[] {"z.w"});
        heard.clear();

        MethodTable second = new MethodTable(this::hear, first.classNames(), first.names());

        assertThat(heard).containsExactly("1=a.B.x,a.B.y,a.C$D.x,a.B.z.w");
        assertThat(second.register("a.B", new String[] {"z.w", "new", "y"})).containsExactly(4, 5, 2);
        assertThat(second.register("a.C$D", new String[] {"x"})).containsExactly(3);
        assertThat(second.names()).endsWith("a.B.new").hasSize(5);
        assertThat(second.classNames()).containsExactly("a.B", "a.B", "a.C$D", "a.B", "a.B");
    }
}
