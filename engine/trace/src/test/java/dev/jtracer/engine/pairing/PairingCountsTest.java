// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PairingCountsTest {
    @Test
    void labelled_showsEveryCount() throws ReflectiveOperationException {
        RecordComponent[] components = PairingCounts.class.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        List<Long> values = LongStream.rangeClosed(1, components.length).boxed().toList();

        PairingCounts counts = PairingCounts.class.getDeclaredConstructor(types).newInstance(values.toArray());

        assertThat(counts.labelled().values()).containsExactlyElementsOf(values);
    }

    @Test
    void labelled_omitsCountsOfZero() {
        assertThat(PairingCounts.NONE.labelled()).isEmpty();
        assertThat(new PairingCounts(0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0).labelled())
                .containsOnlyKeys("ends without a begin, dropped");
    }

    @Test
    void counters_goIntoTheCountOfTheirName() throws ReflectiveOperationException {
        PairingProblems problems = new PairingProblems();
        RecordComponent[] components = PairingCounts.class.getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            PairingProblems.class.getDeclaredField(components[i].getName()).setLong(problems, i + 1L);
        }

        PairingCounts counts = problems.counts();

        for (int i = 0; i < components.length; i++) {
            assertThat(components[i].getAccessor().invoke(counts))
                    .as(components[i].getName())
                    .isEqualTo(i + 1L);
        }
    }
}
