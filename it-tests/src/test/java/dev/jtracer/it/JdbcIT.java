// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import dev.jtracer.examples.jdbc.JdbcApplication;
import dev.jtracer.examples.jdbc.JdbcReport;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;

/** The example of domain types and viewers, which shows an application's own trace in terms of databases. */
class JdbcIT {
    /** A path, not a class: these tests import nothing of the engine. */
    private static final Path ENGINE = Path.of("../engine/target/classes").toAbsolutePath();

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void report_showsStatementsAndStatesOfThePool() throws IOException {
        Path directory = jvms.newDirectory("jdbc");
        JvmResult application = jvms.app(JdbcApplication.class, "jdbc.json")
                .onClassPath(Driver.class)
                .in(directory)
                .run();

        JvmResult report = jvms.app(JdbcReport.class, "jdbc.json", "jdbc.html")
                .onClassPath(ENGINE)
                .onClassPath(JsonFactory.class, Logger.class)
                .in(directory)
                .run();

        assertThat(application.stderr()).isEmpty();
        assertThat(application.exitCode()).isZero();
        assertThat(report.exitCode()).as(report.stderr()).isZero();
        assertStatements(report.stdout().lines().limit(4).toList());
        assertStates(report.stdout().lines().skip(4).toList());
        assertThat(Files.readString(directory.resolve("jdbc.html")))
                .contains("<td>insert into orders values(?, ?, ?)</td>", "<code>#.</code> 1 of 2 connections busy");
    }

    private static void assertStatements(List<String> lines) {
        assertThat(lines.get(0)).matches("count +total +average +self +title");
        assertThat(lines)
                .anyMatch(line -> line.matches("1 .* create table orders\\(.*"))
                .anyMatch(line -> line.matches("12 .* insert into orders values\\(\\?, \\?, \\?\\)"))
                .anyMatch(line -> line.matches("1 .* select goods, sum\\(pieces\\) from orders group by goods"));
    }

    private static void assertStates(List<String> lines) {
        // The initial one, and three for each of 14 statements: before and after a connection is taken, and when it
        // is back.
        assertThat(lines)
                .hasSize(1 + 3 * 14)
                .allMatch(line -> line.matches("([.#]{2})  [012] of 2 connections busy, [0123] waiting"));
        assertThat(lines.get(0)).isEqualTo("..  0 of 2 connections busy, 0 waiting");
        assertThat(lines.get(2)).isEqualTo("#.  1 of 2 connections busy, 0 waiting");
        assertThat(lines.get(lines.size() - 1)).isEqualTo("..  0 of 2 connections busy, 0 waiting");
    }
}
