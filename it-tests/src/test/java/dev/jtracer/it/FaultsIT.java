// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.FailingDisk;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Operations on the tracer's files fail, at any place, once or from then on: the application is unharmed, and what is
 * missing is said. Runs 500 of them with {@code -Djtracer.it.full=true}.
 */
class FaultsIT {
    private static final String STEP = Stepper.class.getName() + ".step";
    private static final int CALLS = 3 * 100_000;
    private static final int FULL = 500;
    private static final int FEW = 12;
    private static final long EVER = 1_000_000;

    /** In the paths of the tracer's files alone. */
    private static final String NAME = "faulty";

    private static final List<String> OPERATIONS =
            List.of("open", "write", "pwrite", "ftruncate", "fsync", "mmap", "rename", "unlink", "write,pwrite");
    private static final List<String> OUTPUTS = List.of(
            "output=faulty.jtr",
            "output=faulty.json",
            "output=faulty.json.gz,spool=1m",
            "output=faulty.jtr,ring=1m",
            "output=faulty.jtr,rotate=1m",
            "output=faulty.jtr,slow=1us",
            "output=faulty.jtr,spool=1m,wait=100ms");

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void fault_harmsNothing_andIsSaid() throws IOException, InterruptedException {
        FailingDisk disk = new FailingDisk(jvms.newDirectory("disk"), NAME);
        int trials = Boolean.getBoolean("jtracer.it.full") ? FULL : FEW;
        int first = Integer.getInteger("jtracer.it.seed", 0);
        Map<String, Integer> endings = new TreeMap<>();
        for (int seed = first; seed < first + trials; seed++) {
            endings.merge(trial(disk, seed), 1, Integer::sum);
        }
        System.out.println("faults: " + endings);
    }

    /** Returns how it ended. */
    private String trial(FailingDisk disk, int seed) throws IOException {
        Random random = new Random(seed);
        String operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        List<String> kinds = operation.contains("write")
                ? List.of("EIO", "ENOSPC", "SHORT", "STALL")
                : List.of("EIO", "ENOSPC", "STALL");
        String kind = kinds.get(random.nextInt(kinds.size()));
        long before = random.nextInt(1 << random.nextInt(6));
        long failures = random.nextBoolean() ? 1 : kind.equals("STALL") ? 5 : EVER;
        String output = OUTPUTS.get(random.nextInt(OUTPUTS.size()));
        String trial = String.format("seed %d: %s, %s %d after %d, ", seed, output, kind, failures, before) + operation;
        disk.fail(before, failures, kind, operation);

        Path directory = jvms.newDirectory(NAME);
        JvmProcess app = disk.under(jvms.app(Stepper.class)
                        .agent("include=dev.jtracer.it.app,print=off,"
                                + output.replace("=faulty", "=" + directory + "/faulty"))
                        .in(directory))
                .start();
        app.awaitStdout("ready");
        for (int i = 0; i < 3; i++) {
            app.ask("call 100000", " ok\n");
        }
        app.send("exit 9");
        JvmResult ended = app.awaitExit();

        assertThat(ended.exitCode()).as(trial).isEqualTo(9);
        assertThat(ended.stdout()).as(trial).isEqualTo("ready\n1 ok\n2 ok\n3 ok\n");
        assertThat(ended.otherStderr()).as(trial).isEmpty();
        assertThat(ended.stderr()).as(trial).doesNotContain("Exception in", "\tat ");
        return said(trial, kind, ended);
    }

    private String said(String trial, String kind, JvmResult ended) throws IOException {
        List<Path> files = ended.files("");
        Path traces = files.stream()
                .filter(file -> String.valueOf(file.getFileName()).startsWith("faulty.json"))
                .findFirst()
                .orElse(ended.directory());
        JvmResult report = jvms.jtracer("report", "--json", traces.toString()).run();
        String all = trial + ", files " + files + ": " + ended.stderr() + report.stderr();
        if (report.exitCode() != 0) {
            assertThat(report.stderr()).as(all).hasLineCount(1).doesNotContain("a fault of jtracer");
            assertThat(ended.stderr().lines())
                    .as(all)
                    .anyMatch(line -> line.matches("TRACER .*(error|space|cannot).*"));
            return "no report";
        }
        JsonReport json = new JsonReport(report.stdout(), JsonValue.object(report.stdout()));
        if (json.calls(STEP) == CALLS) {
            return kind.equals("STALL") || kind.equals("SHORT") ? "whole, slow" : "whole";
        }
        if (trial.contains("slow=")) {
            return "slow calls";
        }
        assertThat(json.text().replaceAll("\\s", ""))
                .as(all)
                .containsPattern("\"truncated\":true|\"(lost|overwritten)Records\":[1-9]");
        return "less, said";
    }
}
