// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.IncludedSites;
import dev.jtracer.it.app.PassSites;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The lines of the source that pass callbacks. */
class PassSitesIT {
    private static final String APP = "dev.jtracer.it.app.PassSites";
    private static final String INCLUDED = "dev.jtracer.it.app.IncludedSites";
    private static final String CALLBACK = "java.util.Objects.requireNonNullElseGet[1]";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void passesAndRuns_nameTheLineThatPasses() {
        JvmResult traced = jvms.app(PassSites.class)
                .agent("include=" + APP + ",print=tables")
                .run();

        StrictTrace trace = traced.trace();
        List<String> sites = traced.stdout()
                .lines()
                .skip(1)
                .map(line -> APP + "." + line)
                .sorted()
                .toList();
        assertThat(sites).hasSize(12);
        assertThat(trace.passesOf(CALLBACK).stream().map(StrictTrace.Pass::site).sorted())
                .containsExactlyElementsOf(sites);
        assertThat(trace.runsOf(CALLBACK).stream().map(StrictTrace.Run::site).sorted())
                .containsExactlyElementsOf(sites);
        // The totals at the stop have a line for each.
        assertThat(sites.stream().distinct()).hasSize(8).allSatisfy(site -> assertThat(traced.stderr())
                .contains(site.replace("dev.jtracer.it.app.", "") + " -> Objects.requireNonNullElseGet[1]"));
    }

    @Test
    void passesToIncludedMethods_nameTheLineThatPasses() {
        JvmResult traced = jvms.app(IncludedSites.class)
                .jvm("-Xverify:all")
                .agent("include=" + INCLUDED + ",exclude=" + INCLUDED + "$Left")
                .run();

        StrictTrace trace = traced.trace();
        Map<String, String> siteOfNumber = new HashMap<>();
        List<String> passes = new ArrayList<>();
        for (StrictTrace.Pass pass : trace.passes()) {
            if (pass.name().startsWith(INCLUDED)) {
                passes.add(pass.name() + " " + (pass.site().isEmpty() ? "-" : pass.site()));
                siteOfNumber.put(pass.number(), pass.name() + pass.site());
            }
        }
        assertThat(passes)
                .containsExactlyInAnyOrderElementsOf(traced.stdout().lines().toList())
                .hasSizeGreaterThan(40);
        // A run has the name and the site of its pass.
        assertThat(trace.runs().stream().filter(run -> siteOfNumber.containsKey(run.number())))
                .hasSizeGreaterThan(40)
                .allSatisfy(run -> assertThat(run.name() + run.site()).isEqualTo(siteOfNumber.get(run.number())));
    }

    @Test
    void passesToMethodsThatAreNotIncluded_areRecordedWhereTheyAreMade() {
        JvmResult traced = jvms.app(IncludedSites.class)
                .agent("include=" + INCLUDED + "#lines;" + INCLUDED + "#counter;" + INCLUDED + "$Worker")
                .run();

        List<String> passes = traced.trace().passes().stream()
                .map(pass -> pass.name() + " " + pass.site())
                .toList();
        List<String> ofLines = traced.stdout()
                .lines()
                .filter(line -> line.contains(" " + INCLUDED + ".lines:"))
                .toList();
        assertThat(passes).containsExactlyInAnyOrderElementsOf(ofLines).hasSizeGreaterThan(6);
    }

    @Test
    void classesWithoutLineNumbers_giveTheMethodAlone() throws IOException {
        Path directory = jvms.newDirectory("lineless");
        Path source = Path.of("src/test/java/dev/jtracer/it/app/PassSites.java");
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "17", "-g:none", "-d", directory.toString(), source.toString());
        assertThat(failed).isZero();
        Path json = directory.resolve("trace.json");

        JvmResult traced = jvms.main(directory, APP)
                .agent("include=" + APP + ",print=tables,output=" + json)
                .run();

        StrictTrace trace = StrictTrace.read(json);
        assertThat(trace.passesOf(CALLBACK).stream()
                        .map(pass -> pass.site().replace(APP + ".", ""))
                        .distinct())
                .containsExactlyInAnyOrder("<clinit>", "<init>", "threeLines", "loop", "reference", "nested");
        assertThat(traced.stderr()).contains("  PassSites.threeLines -> Objects.requireNonNullElseGet[1]\n");
        JvmResult report = jvms.jtracer("report", json.toString()).run();
        assertThat(report.stdout()).contains("PassSites.threeLines -> Objects.requireNonNullElseGet[1]");
        assertThat(Files.readString(json) + traced.stderr() + report.stdout())
                .doesNotContainPattern("PassSites[.][a-zA-Z<>$]+:");
    }

    @Test
    void recordingAndTrace_giveTheSameRows() throws IOException {
        Path recording = jvms.newDirectory("recording").resolve("trace.jtr");
        JvmResult run = jvms.app(IncludedSites.class)
                .agent("include=" + INCLUDED + ",exclude=" + INCLUDED + "$Left,sort=calls,print=tables,output="
                        + recording)
                .run();
        Path json = recording.resolveSibling("trace.json");
        Path complete = recording.resolveSibling("complete.json");
        convert(recording, json, "chrome");
        convert(json, complete, "chrome-x");

        Object rows = report(recording).get("callbacks");

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(rows).asString().contains("site=" + INCLUDED + ".lines:", "site=" + INCLUDED + "$Later.onPaid:");
        assertThat(report(json)).containsEntry("callbacks", Objects.requireNonNull(rows));
        // Complete events are those of runs alone; a pass that is forwarded has none under its own name.
        assertThat(sites(report(complete))).hasSizeGreaterThan(20).isSubsetOf(sites(report(recording)));
    }

    private void convert(Path from, Path to, String format) {
        JvmResult result = jvms.jtracer("convert", from.toString(), "-o", to.toString(), "-f", format)
                .run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(Files.exists(to)).isTrue();
    }

    private Map<String, Object> report(Path file) throws IOException {
        JvmResult result = jvms.jtracer("report", "--json", file.toString()).run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return JsonValue.object(result.stdout());
    }

    @SuppressWarnings("unchecked")
    private static List<String> sites(Map<String, Object> report) {
        List<Map<String, Object>> rows = (List<Map<String, Object>>) Objects.requireNonNull(report.get("callbacks"));
        return rows.stream()
                .map(row -> row.get("site") + " " + row.get("name"))
                .sorted()
                .toList();
    }
}
