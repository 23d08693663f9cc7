// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes that the agent loads from premain to the JVM's exit. */
class StartupClassesIT {
    /** The log's source of a class that the JDK makes for a lambda or a method handle. */
    private static final String MADE = "LambdaForm\\$.*__JVM_LookupDefineClass__|\\$\\$Lambda[/$].* source: (?!shared)";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "output=trace.jtr",
                "quiet=on,output=trace.jtr",
                "context=off,output=trace.jtr",
                "output=trace.json"
            })
    void recording_makesNoClassOfALambda(String options) throws IOException {
        assertThat(loaded(options))
                .anyMatch(line -> line.contains("dev.jtracer.agent.AgentStarter"))
                .noneMatch(line -> line.contains(" dev.jtracer.") && line.contains("$$Lambda"))
                // Nothing that only requests and statements need, as there are none.
                .noneMatch(line -> line.contains(" dev.jtracer.bootstrap.context."));
    }

    /**
     * The instrumentation API itself makes up to 7 classes for lambdas, mapping a file up to 5. Its call of a premain
     * of fixed arity makes 7 more since 18, a reflective access of a constructor or a field up to 25, and the reading
     * of a class file of the JDK one. The clock of a thread's CPU time makes 3.
     */
    @Test
    void recording_letsTheJdkMakeFewClasses() throws IOException {
        List<String> loaded = loaded("quiet=on,output=trace.json");
        // Only calls that take long, as they may on a busy machine, have their CPU time read.
        boolean readsCpu = loaded.stream().anyMatch(line -> line.contains("dev.jtracer.agent.thread.ThreadCpuClock"));

        assertThat(loaded.stream().filter(line -> line.matches(".*(" + MADE + ").*")))
                .hasSizeLessThanOrEqualTo(readsCpu ? 16 : 13);
    }

    /**
     * A class that is missing in all lists is loaded by itself, which takes twice as long: add it at its place in
     * this order, to the list of the thread that loads it. On a busy machine a thread may need classes of another
     * thread's list earlier than they are defined: they are few.
     */
    @ParameterizedTest
    @ValueSource(strings = {"quiet=on,", ""})
    void start_definesAllClassesOfTheListsAtOnce(String options) throws IOException {
        List<String> start = listed("start");
        List<String> besideMain = listed("weaving", "recording");
        List<String> alone = loaded(options + "stall=off,output=trace.json").stream()
                .filter(line -> line.contains("source: jar:") && line.contains("!/inst/"))
                .map(line -> line.replaceAll("^.*\\] | source: .*", ""))
                .toList();
        assertThat(alone)
                .startsWith(
                        "dev.jtracer.agent.BootstrapSection",
                        "dev.jtracer.agent.BootstrapDefinition",
                        "dev.jtracer.agent.ClassPack",
                        "dev.jtracer.agent.StartClasses")
                .filteredOn(name -> !start.contains(name) && !besideMain.contains(name))
                .hasSizeLessThanOrEqualTo(8);
        assertThat(alone).filteredOn(start::contains).hasSizeLessThan(start.size() / 8);
    }

    /** Returns the classes of some lists. */
    private static List<String> listed(String... lists) throws IOException {
        List<String> classes = new ArrayList<>();
        for (String list : lists) {
            try (ZipFile jar = new ZipFile(TracerJar.path().toFile());
                    InputStream in =
                            jar.getInputStream(jar.getEntry("inst/dev/jtracer/agent/" + list + "-classes.txt"))) {
                new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                        .lines()
                        .map(name -> name.replace('/', '.'))
                        .forEach(classes::add);
            }
        }
        return classes;
    }

    private List<String> loaded(String options) throws IOException {
        JvmResult run = jvms.app(HelloCalls.class)
                .jvm("-Xlog:class+load:file=loaded.txt")
                .agent("include=" + HelloCalls.class.getPackageName() + "," + options)
                .run();

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        return Files.readAllLines(run.directory().resolve("loaded.txt"));
    }
}
