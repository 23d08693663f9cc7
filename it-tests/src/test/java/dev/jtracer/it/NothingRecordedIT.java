// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in which no call was recorded, because a name is wrong or because nobody meant to trace them. */
class NothingRecordedIT {
    private static final String EMPTY = "TRACER no call was recorded, so no file is kept; ";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dev.jtracer.exampels.hello | no loaded class matches include='%s'; did you mean 'dev.jtracer.examples.hello'?
            HelloCalls | no loaded class matches include='%s'; did you mean 'dev.jtracer.examples.hello.HelloCalls'?
            HelloCalls.greet | no loaded class matches include='%s'; did you mean 'dev.jtracer.examples.hello.HelloCalls.greet'?
            org.other | no loaded class matches include='%s'; loaded are classes of 'dev.jtracer.examples.hello'
            dev.jtracer.examples.hello,exclude=dev.jtracer.examples | no loaded class matches include='dev.jtracer.examples.hello': exclude= excludes all of it; name less there
            *HelloCalls#greeet | no method is traced in the loaded classes that match include='%s' (classes: 1); check the method's name, or add accessors=on
            """)
    void wrongName_isAnsweredWithTheNearest(String include, String hint) {
        JvmResult traced =
                jvms.app(HelloCalls.class).agent("stall=off,include=" + include).run();

        assertThat(traced.tracerLines()).last().isEqualTo(EMPTY + hint.replace("%s", include));
        assertThat(traced.tracerLines()).hasSize(2);
        assertThat(files(traced)).isEmpty();
    }

    @Test
    void emptyRecording_isNotKeptEither() {
        JvmResult traced = jvms.app(HelloCalls.class)
                .agent("stall=off,include=org.other,output=a.jtr,ring=1m")
                .run();

        assertThat(traced.tracerLines()).last().asString().startsWith(EMPTY);
        assertThat(files(traced)).isEmpty();
    }

    @Test
    void methodAsTotalsNameIt_isTraced() {
        JvmResult traced = jvms.app(HelloCalls.class)
                .agent("include=dev.jtracer.examples.hello.HelloCalls.decorate")
                .run();

        assertThat(traced.totals().keySet()).containsExactly("dev.jtracer.examples.hello.HelloCalls.decorate");
        assertThat(traced.trace().count("dev.jtracer.examples.hello.HelloCalls.decorate"))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java -version", "java --list-modules", "javac -version", "jcmd -l", "jps"})
    void toolWithTheAgentInItsEnvironment_printsNothingAndLeavesNoFile(String line) {
        JvmResult tool = inEnvironment("org.other", "\"$(dirname \"$JAVA\")\"/" + line);

        assertThat(tool.exitCode()).isZero();
        assertThat(tool.stdout() + tool.stderr()).doesNotContain("TRACER", "Sharing is");
        assertThat(files(tool)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",slow=1ms"})
    void programWithoutIncludedClass_printsNothingAndLeavesNoFile(String options) {
        JvmResult other = inEnvironment("org.other" + options, "java -cp \"$EXAMPLES\" " + HelloCalls.class.getName());

        assertThat(other.stdout()).isEqualTo("<hello> [world]\n");
        assertThat(other.tracerLines()).isEmpty();
        assertThat(files(other)).isEmpty();
    }

    @Test
    void includedProgram_isTracedFromItsEnvironment() {
        JvmResult traced =
                inEnvironment("dev.jtracer.examples.hello", "java -cp \"$EXAMPLES\" " + HelloCalls.class.getName());

        assertThat(traced.tracerLines()).anyMatch(line -> line.startsWith("TRACER recording to '"));
        assertThat(traced.trace().count("dev.jtracer.examples.hello.HelloCalls.decorate"))
                .isEqualTo(2);
    }

    /* The tracer's thread drains at intervals: some of these programs end in the first one, others after it. */
    @Test
    void includedPrograms_areAnnouncedHoweverShort() {
        int programs = 8;
        JvmResult traced = inEnvironment(
                "*HelloCalls#decorate",
                "for i in $(seq " + programs + "); do java -cp \"$EXAMPLES\" " + HelloCalls.class.getName() + "; done");

        assertThat(traced.tracerLines())
                .filteredOn(line -> line.startsWith("TRACER recording to '"))
                .hasSize(programs);
        assertThat(traced.tracerLines())
                .filteredOn(line -> line.startsWith("TRACER wrote 2 calls to '"))
                .hasSize(programs);
    }

    private JvmResult inEnvironment(String include, String line) {
        return jvms.shell("jvm", HelloCalls.class)
                .run("export JAVA_TOOL_OPTIONS=-javaagent:" + TracerJar.path() + "=include=" + include + "\n" + line);
    }

    private static List<Path> files(JvmResult result) {
        try (Stream<Path> files = Files.list(result.directory())) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
