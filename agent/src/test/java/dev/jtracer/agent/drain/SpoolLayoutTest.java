// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The recorder's layout and that of the readers, which neither section of the jar can share. */
class SpoolLayoutTest {
    @Test
    void constants_areThoseOfTheRecorder() throws ReflectiveOperationException {
        Map<String, Object> read = constants(SpoolLayout.class);
        Map<String, Object> recorded = constants(RecordLayout.class);

        recorded.keySet().retainAll(read.keySet());

        assertThat(recorded).hasSizeGreaterThan(25);
        assertThat(read).containsAllEntriesOf(recorded);
    }

    @Test
    void controlRecord_isReadAsItWasMade() {
        long record = RecordLayout.control(RecordLayout.CONTROL_PASS, 123_456_789);

        assertThat(SpoolLayout.isLink(record)).isTrue();
        assertThat(SpoolLayout.methodId(record)).isEqualTo(SpoolLayout.CONTROL_PASS);
        assertThat(SpoolLayout.delta(record)).isEqualTo(123_456_789);
    }

    private static Map<String, Object> constants(Class<?> layout) throws ReflectiveOperationException {
        Map<String, Object> constants = new TreeMap<>();
        for (Field field : layout.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers())) {
                constants.put(field.getName(), field.get(null));
            }
        }
        return constants;
    }
}
