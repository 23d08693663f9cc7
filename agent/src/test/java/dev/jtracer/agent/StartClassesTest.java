// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.api.Test;

/** The list of the classes that are defined at the start; {@code StartupClassesIT} compares it with a run. */
class StartClassesTest {
    @Test
    void list_hasEachClassOnceAfterItsSupertypes() throws IOException {
        List<String> names = new String(read("start-classes.txt"), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        Set<String> all = new HashSet<>(names);
        Set<String> defined = new HashSet<>();

        for (String name : names) {
            ClassReader type = new ClassReader(read("/" + name + ".class"));
            List<String> supertypes = new ArrayList<>(List.of(type.getInterfaces()));
            supertypes.add(type.getSuperName());
            supertypes.retainAll(all);
            assertThat(defined).as("classes before " + name).containsAll(supertypes);
            assertThat(defined.add(name)).as(name + " is new").isTrue();
        }
        assertThat(names).contains("dev/jtracer/agent/AgentStarter");
    }

    private static byte[] read(String file) throws IOException {
        try (InputStream in = StartClasses.class.getResourceAsStream(file)) {
            assertThat(in).as(file).isNotNull();
            return in.readAllBytes();
        }
    }
}
