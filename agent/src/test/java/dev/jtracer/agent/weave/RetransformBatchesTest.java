// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetransformBatchesTest {
    static Stream<Path> homes() {
        return ForkedJava.homes();
    }

    @ParameterizedTest
    @MethodSource("homes")
    void loadedClasses_areWovenInPlace(Path home, @TempDir Path directory) throws Exception {
        Path agent = ForkedJava.agentJar(directory, RetransformProgram.class);

        String output = ForkedJava.run(home, List.of("-javaagent:" + agent), RetransformProgram.class);

        // The JVM refuses one class of six; the others of its batch are woven. 4 calls in, 3 out, 1 thrown out.
        assertThat(output.lines().filter(line -> !line.startsWith("class ")))
                .containsExactly(
                        "before hidden: dev.jtracer.bootstrap.MethodTracer",
                        "retransformed 5 failed 1 counted 1 loaders true",
                        "after dev.jtracer.bootstrap.MethodTracer of null",
                        "ThrowingMethods.constructors",
                        "  ThrowingMethods.made",
                        "    ThrowingMethods$Base.<init>",
                        "    ThrowingMethods$Sub.<init>",
                        "    ThrowingMethods$Sub.toString",
                        "  ThrowingMethods.made",
                        "  ThrowingMethods.made",
                        "    ThrowingMethods$Base.<init>",
                        "    ThrowingMethods$Sub.<init> threw");
    }
}
