// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartupChecksTest {
    private static final String JAR = "file:/opt/tracer.jar";
    private static final String TOOL_OPTIONS = "-Xmx64m -javaagent:/opt/tracer.jar=include=com.acme";

    @ParameterizedTest
    @ValueSource(strings = {"17", "21", "25", "100", "25-next"})
    void java_isSupportedFrom17(String specification) {
        assertThat(StartupChecks.isSupported(specification)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8", "9", "11", "16"})
    void java_isNotSupportedBefore17(String specification) {
        assertThat(StartupChecks.isSupported(specification)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.base", "jdk.compiler", "jdk.jcmd", "jdk.jartool"})
    void jdkTool_isRecognisedWhenTheAgentCameFromToolOptions(String module) {
        assertThat(StartupChecks.isJdkTool(module, TOOL_OPTIONS)).isTrue();
    }

    @Test
    void jdkTool_isTracedWhenSomebodyNamedTheAgentForIt() {
        assertThat(StartupChecks.isJdkTool("jdk.compiler", null)).isFalse();
        assertThat(StartupChecks.isJdkTool("jdk.compiler", "-Xmx64m")).isFalse();
    }

    @Test
    void jdkTool_isNotAnApplicationOnClassPathOrModulePath() {
        assertThat(StartupChecks.isJdkTool(null, TOOL_OPTIONS)).isFalse();
        assertThat(StartupChecks.isJdkTool("com.acme.app", TOOL_OPTIONS)).isFalse();
    }

    @Test
    void ownCommandLine_isRecognisedHoweverTheJarWasNamed() throws IOException {
        File jar = new File("target/tracer.jar").getAbsoluteFile();

        assertThat(StartupChecks.isOwnCommandLine("target/tracer.jar stop 4711", jar))
                .isTrue();
        assertThat(StartupChecks.isOwnCommandLine("target/../target/tracer.jar", jar))
                .isTrue();
        assertThat(StartupChecks.isOwnCommandLine(jar.getPath(), jar)).isTrue();
    }

    @Test
    void ownCommandLine_isNotAnotherProgram() throws IOException {
        File jar = new File("target/tracer.jar").getAbsoluteFile();

        assertThat(StartupChecks.isOwnCommandLine(null, jar)).isFalse();
        assertThat(StartupChecks.isOwnCommandLine("com.acme.Main tracer.jar", jar))
                .isFalse();
        assertThat(StartupChecks.isOwnCommandLine("other/tracer.jar", jar)).isFalse();
        assertThat(StartupChecks.isOwnCommandLine("app.jar target/tracer.jar", jar))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:/work/agent/target/classes/", "jar:file:/app.jar!/BOOT-INF/lib/tracer.jar!/"})
    void obstacle_namesALocationThatIsNoJar(String location) {
        assertThat(StartupChecks.obstacle(location)).contains(location, "-javaagent:");
    }

    @Test
    void obstacle_isNoneForAJar() {
        assertThat(StartupChecks.obstacle(JAR)).isNull();
    }
}
