// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.tools.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The archive of an application's classes, from which the JVM starts faster. */
class ClassDataSharingIT {
    private static final String WARNING = "Sharing is only supported";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void archivedClasses_areUsedButThoseThatAreWoven() throws IOException {
        Path archive = jvms.newDirectory("archive").resolve("app.jsa");
        JvmResult dumped = shell().jvm("-XX:ArchiveClassesAtExit=" + archive).run();
        assertThat(dumped.exitCode()).as(dumped.stderr()).isZero();
        JvmCommand app = shell().jvm("-XX:SharedArchiveFile=" + archive, "-Xlog:class+load:file=loaded.txt")
                .agent("include=org.h2.tools.Shell");

        JvmResult untraced = app.runUntraced();
        JvmResult traced = app.run();

        assertThat(traced.stdout()).contains("42");
        assertThat(traced.stderr()).doesNotContain(WARNING);
        Set<String> expected = shared(untraced);
        expected.remove(Shell.class.getName());
        expected.removeIf(name -> name.matches("org\\.h2\\.jdbc\\.Jdbc(Connection|Statement|PreparedStatement)"));
        assertThat(expected).hasSizeGreaterThan(100);
        assertThat(shared(traced)).containsAll(expected);
    }

    /**
     * A cache that a run with the tracer has made spares the next start the definition and verification of its
     * classes.
     */
    @Test
    void aotCache_holdsTheTracersClasses() throws IOException {
        assumeTrue(Jdk.feature() >= 25, "AOT caches need JDK 25");
        Path cache = jvms.newDirectory("cache").resolve("app.aot");
        JvmResult training = tracedShell().jvm("-XX:AOTCacheOutput=" + cache).run();
        assertThat(training.exitCode()).as(training.stderr()).isZero();

        JvmResult traced = tracedShell()
                .jvm("-XX:AOTCache=" + cache, "-Xlog:class+load:file=loaded.txt")
                .run();

        assertThat(traced.stdout()).contains("42");
        assertThat(StrictTrace.read(traced.directory().resolve("trace.json")).count(Shell.class.getName() + ".main"))
                .isEqualTo(1);
        try (Stream<String> lines = Files.lines(traced.directory().resolve("loaded.txt"))) {
            assertThat(lines.filter(
                            line -> line.contains(" dev.jtracer.agent.") && line.contains("shared objects file")))
                    .hasSizeGreaterThan(200);
        }
    }

    private JvmCommand tracedShell() {
        return shell().agent("include=org.h2.tools.Shell,output=trace.json");
    }

    private JvmCommand shell() {
        return jvms.app(Shell.class, "-url", "jdbc:h2:mem:", "-sql", "select 6 * 7");
    }

    /** Returns the classes of H2 that came from the archive. */
    private static Set<String> shared(JvmResult run) throws IOException {
        try (Stream<String> lines = Files.lines(run.directory().resolve("loaded.txt"))) {
            return lines.filter(line -> line.contains("source: shared objects file (top)"))
                    .flatMap(line -> Stream.of(line.split(" ")))
                    .filter(word -> word.startsWith("org.h2."))
                    .collect(Collectors.toSet());
        }
    }
}
