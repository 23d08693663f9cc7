// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.HugeMethod;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * HotSpot never compiles a method of more than 8,000 bytes: the recorder's calls must not push a method over that
 * limit.
 */
class HugeMethodsIT {
    private static final String METHOD = "Generated::sum";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void methodBelowTheLimit_isCompiledAsBefore() throws IOException {
        Path log = jvms.newDirectory("log").resolve("compiled.txt");
        JvmCommand app = app(log);

        JvmResult traced = app.run();

        assertThat(Files.readString(log)).contains(METHOD);
        assertThat(traced.tracerLines())
                .anyMatch(line -> line.startsWith("TRACER method '" + HugeMethod.class.getPackageName()
                        + ".Generated.sum' is not traced: with the recorder's calls it would exceed 8000 bytes"));
        assertThat(traced.totals()).containsKey(HugeMethod.class.getName() + ".main");
        assertSameBehaviour(traced, app.runUntraced());
    }

    @Test
    void methodBelowTheLimit_isTracedWhereTheJvmHasNoLimit() throws IOException {
        Path log = jvms.newDirectory("log").resolve("compiled.txt");

        JvmResult traced = app(log).jvm("-XX:-DontCompileHugeMethods").run();

        assertThat(Files.readString(log)).contains(METHOD);
        assertThat(traced.total(HugeMethod.class.getPackageName() + ".Generated.sum")
                        .count())
                .isEqualTo(HugeMethod.CALLS);
    }

    private JvmCommand app(Path log) {
        return jvms.app(HugeMethod.class)
                .onClassPath(ByteBuddy.class)
                // C1 alone: C2 takes a second for a method of this length.
                .jvm("-XX:TieredStopAtLevel=1", "-Xbatch", "-Xlog:jit+compilation=debug:file=" + log)
                .agent("include=" + HugeMethod.class.getPackageName() + ".HugeMethod;"
                        + HugeMethod.class.getPackageName() + ".Generated");
    }
}
