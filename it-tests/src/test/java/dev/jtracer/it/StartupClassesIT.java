// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes that the agent loads from premain to the JVM's exit. */
class StartupClassesIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(strings = {"", "quiet=on,", "context=off,"})
    void recording_makesNoClassOfALambda(String options) throws IOException {
        JvmResult run = jvms.app(HelloCalls.class)
                .jvm("-Xlog:class+load:file=loaded.txt")
                .agent("include=" + HelloCalls.class.getPackageName() + "," + options + "output=trace.jtr")
                .run();

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        List<String> loaded = Files.readAllLines(run.directory().resolve("loaded.txt"));
        assertThat(loaded).anyMatch(line -> line.contains("dev.jtracer.agent.AgentStarter"));
        assertThat(loaded)
                .filteredOn(line -> line.contains(" dev.jtracer.") && line.contains("$$Lambda"))
                .isEmpty();
        // Nothing that only requests and statements need, as there are none.
        assertThat(loaded)
                .filteredOn(line -> line.contains(" dev.jtracer.bootstrap.context."))
                .isEmpty();
    }
}
