// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.frameworks.app.Work;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.RequestArrows;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The causes of calls and tasks in applications of frameworks, by the requests that they serve. */
class FrameworkArrowsIT {
    private static final int JAVA_OF_VIRTUAL_THREADS = 21;
    private static final int JAVA_OF_SCOPES = 25;
    private static final String ROW = "%-24s %8s %22s %22s%n";
    private static final List<String> ROWS = new ArrayList<>();

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
                    APPLICATION, ARGUMENT, THREADS,  REQUESTS
                    Mvc,         tomcat,   platform, 400
                    Mvc,         tomcat,   virtual,  400
                    WebFlux,     tomcat,   platform, 400
                    WebFlux,     tomcat,   virtual,  400
                    WebFlux,     netty,    platform, 400
                    WebFlux,     netty,    virtual,  400
                    Kafka,       '',       platform, 1000
                    Grpc,        '',       platform, 1000
                    Coroutines,  '',       platform, 1000
                    Scala,       '',       platform, 1000
                    Pekko,       '',       platform, 1000
                    Scopes,      '',       virtual,  1000
                    """)
    void arrow_neverLeadsToAnotherRequest(String application, String argument, String threads, int requests)
            throws IOException {
        boolean isVirtual = threads.equals("virtual");
        assumeTrue(!isVirtual || Jdk.feature() >= JAVA_OF_VIRTUAL_THREADS, "virtual threads need 21");
        boolean isPreview = application.equals("Scopes");
        assumeTrue(!isPreview || Jdk.feature() == JAVA_OF_SCOPES, "the scopes are those of Java 25");
        Path classes = Path.of("target", "test-classes").toAbsolutePath();
        String applications = Work.class.getPackageName();
        JvmCommand command = jvms.main(
                        isPreview ? scopes(classes) : classes,
                        applications + "." + application,
                        Integer.toString(requests),
                        argument)
                .jvm("-Xmx1g", "-Dspring.threads.virtual.enabled=" + isVirtual)
                .agent("include=" + applications + ",args=" + applications);
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            command = command.onClassPath(Path.of(entry));
        }
        if (isPreview) {
            command = command.jvm("--enable-preview");
        }

        JvmResult traced = command.run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        RequestArrows arrows = RequestArrows.read(traced.files(".json").get(0));
        ROWS.add(ROW.formatted(application + " " + argument, threads, arrows.arrows(), arrows.climbed()));
        assertThat(traced.stdout()).endsWith("\ncalls " + arrows.calls() + "\n");
        assertThat(arrows.climbed().wrong() + arrows.arrows().wrong())
                .as("%s", arrows)
                .isZero();
        assertThat(arrows.arrows().right()).as("%s", arrows).isPositive();
    }

    private static Path scopes(Path classes) throws IOException {
        Path source = Path.of("src", "test", "java")
                .resolve(Work.class.getPackageName().replace('.', '/'));
        return Jdk.compilePreview(
                source.resolve("Scopes.java"),
                classes,
                Path.of("target", "scopes").toAbsolutePath());
    }

    @AfterAll
    static void printTable() {
        System.out.printf(
                "Java %d, right/wrong/missing:%n" + ROW, Jdk.feature(), "application", "threads", "arrows", "calls");
        ROWS.forEach(System.out::print);
    }
}
