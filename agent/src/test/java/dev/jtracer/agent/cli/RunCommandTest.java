// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunCommandTest {
    @Test
    void properties_areThoseBeforeTheProgram() {
        assertThat(RunCommand.properties(List.of(
                        "java",
                        "-Xmx1g",
                        "-cp",
                        "a.jar",
                        "-Djtracer.include=com.acme",
                        "-Da",
                        "-jar",
                        "app.jar",
                        "-Db=c")))
                .isEqualTo(Map.of("jtracer.include", "com.acme", "a", ""));
        assertThat(RunCommand.properties(List.of("java", "@options", "-Da=b=c", "com.acme.Main", "-Dd=e")))
                .isEqualTo(Map.of("a", "b=c"));
        assertThat(RunCommand.properties(List.of("java", "-m", "com.acme/com.acme.Main", "-Dd=e")))
                .isEmpty();
        assertThat(RunCommand.properties(List.of("java", "-cp"))).isEmpty();
    }
}
