// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.density;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceRowTest {
    /** Both names lead by nothing in the first slice; the slice it is joined with has no call and so no vote. */
    @Test
    void emptySlice_doesNotVoteWhenSlicesAreJoined() {
        StringTable names = new StringTable();
        names.add("unrelated");
        int first = names.add("first");
        int second = names.add("second");
        SliceRow row = new SliceRow(Density.Kind.THREAD, 0);
        row.cover(2, 3);
        row.add(2, 10, 5, first);
        row.add(2, 10, 5, second);

        row.halve();

        List<Density.Row> rows = new ArrayList<>();
        row.addRows(rows, names);
        assertThat(rows.get(0).slices()).containsExactly(new Density.Slice(20, 0, "first"));
    }
}
