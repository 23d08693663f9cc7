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
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of the classes that are defined at the start; {@code StartupClassesIT} compares it with a run. */
class StartClassesTest {
    @Test
    void lists_haveEachClassOnceAfterItsSupertypes() throws IOException {
        List<String> names = new ArrayList<>(names("start-classes.txt"));
        names.addAll(names("weaving-classes.txt"));
        names.addAll(names("recording-classes.txt"));
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start",
                "weaving",
                "recording",
                "bootstrap",
                "bootstrap-context",
                "bootstrap-log",
                "bootstrap-values"
            })
    void list_hasNoClassThatOnlySomeCompilersMake(String list) throws IOException {
        for (String name : names(list + "-classes.txt")) {
            assertThat(new ClassReader(read("/" + name + ".class")).getAccess() & Opcodes.ACC_SYNTHETIC)
                    .as(name)
                    .isZero();
        }
    }

    private static List<String> names(String list) throws IOException {
        return new String(read(list), StandardCharsets.US_ASCII).lines().toList();
    }

    private static byte[] read(String file) throws IOException {
        try (InputStream in = StartClasses.class.getResourceAsStream(file)) {
            assertThat(in).as(file).isNotNull();
            return in.readAllBytes();
        }
    }
}
