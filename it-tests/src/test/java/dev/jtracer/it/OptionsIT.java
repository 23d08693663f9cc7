// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.Shell;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsIT {
    private static final String INCLUDE = "include=dev.jtracer.examples.hello";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    /* /proc serves as a read-only directory: permission bits do not stop root, who may run these tests. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    include=dev.jtracer.examples.hello,outptu=x.json           | 'outptu'      | 'output'
                    include=dev.jtracer.examples.hello,depth=many              | 'many'        | depth
                    include=dev.jtracer.examples.hello,min=5parsecs            | '5parsecs'    | min
                    include=                                                   | 'include'     | include=com.acme
                    include=java.util                                          | 'java.util'   | package of your own
                    include=dev.jtracer.examples.hello,output=/nowhere/t.json  | '/nowhere'    | output=
                    include=dev.jtracer.examples.hello,output=/proc/t.json     | '/proc        | output
                    """)
    void badOption_costsOneLineAndNothingElse(String options, String cause, String nextStep) {
        JvmCommand hello = jvms.app(HelloCalls.class).agent(options);

        JvmResult traced = hello.run();

        assertSameBehaviour(traced, hello.runUntraced());
        assertThat(traced.tracerLines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains(cause).contains(nextStep));
        assertThat(traced.files(".json")).isEmpty();
    }

    @Test
    void sameOutputName_givesEachJvmItsOwnFile() throws IOException {
        Path shared = jvms.newDirectory("shared");
        JvmCommand hello = jvms.app(HelloCalls.class).in(shared).agent(INCLUDE + ",output=trace.json");

        hello.run();
        JvmResult second = hello.run();

        assertThat(second.files(".json").stream().map(file -> file.getFileName().toString()))
                .containsExactly("trace.json", "trace-1.json");
        assertThat(second.files(".json"))
                .allSatisfy(
                        file -> assertThat(StrictTrace.read(file).tree("main")).contains("HelloCalls.greet"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java \"-javaagent:$TRACER=%s,output='$FILE'\" -cp $EXAMPLES %s",
                "java -javaagent:$TRACER'=%s,output=\"a, b/t.json\"' -cp $EXAMPLES %s",
                "JTRACER_OUTPUT=$FILE java -javaagent:$TRACER=%s -cp $EXAMPLES %s",
                "java -javaagent:$TRACER=%s -Djtracer.output=\"$FILE\" -cp $EXAMPLES %s"
            })
    void fileWithCommaAndSpace_isWrittenAsGivenOnAShell(String line) throws IOException {
        Shell shell = jvms.shell("quotes", HelloCalls.class);
        Path file = Files.createDirectory(shell.directory().resolve("a, b")).resolve("t.json");

        JvmResult result = shell.run("FILE='a, b/t.json'; " + String.format(line, INCLUDE, HelloCalls.class.getName()));

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(StrictTrace.read(file).tree("main")).contains("HelloCalls.greet");
    }

    @Test
    void files_areReadableByTheirOwnerAlone() throws IOException {
        JvmResult traced = jvms.app(HelloCalls.class).agent(INCLUDE).run();

        for (Path file : traced.files("")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .as(file.toString())
                    .isEqualTo("rw-------");
        }
        assertThat(traced.files(".json")).hasSize(1);
    }

    @Test
    void symbolicLink_isNotFollowed() throws IOException {
        Path directory = jvms.newDirectory("links");
        Path victim = Files.writeString(directory.resolve("victim.txt"), "precious");
        Files.createSymbolicLink(directory.resolve("trace.json"), victim);

        jvms.app(HelloCalls.class)
                .in(directory)
                .agent(INCLUDE + ",output=trace.json")
                .run();

        assertThat(victim).hasContent("precious");
    }

    @Test
    void sources_winInTheOrderTold() throws IOException {
        JvmCommand hello = jvms.app(HelloCalls.class);
        Path file =
                Files.writeString(jvms.newDirectory("config").resolve("t.properties"), "output=file.json\nquiet=on\n");

        JvmResult traced = hello.jvm("-Djtracer.output=property.json")
                .env("JTRACER_OUTPUT", "environment.json")
                .env("JTRACER_QUIET", "off")
                .agent(INCLUDE + ",config=" + file)
                .run();

        assertThat(traced.files(".json").stream().map(path -> path.getFileName().toString()))
                .containsExactly("property.json");
        assertThat(traced.totals()).isNotEmpty();
    }
}
