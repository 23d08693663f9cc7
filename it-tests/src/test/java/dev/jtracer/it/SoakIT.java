// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Soak;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A service that is traced for a long time, with a full recording, with one of a ring, and with one of files of which
 * the oldest are deleted, holds no more at the end than after a while. All three run at the same time, for some
 * seconds; with {@code -Djtracer.soak.minutes=10 -Djtracer.it.minutes=13} for ten minutes.
 */
class SoakIT {
    private static final long SECONDS = Long.getLong("jtracer.soak.minutes", 0) * 60;
    private static final String NAME = Soak.class.getName();
    private static final Pattern FIGURE = Pattern.compile("(\\w+)=(\\d+)");
    private static final int KIB_OF_HEAP = 4 << 10;
    private static final int KIB_OF_METASPACE = 1 << 10;
    /** Pages of the spool that were not touched before, and memory of the compilers. */
    private static final int KIB_OF_SPOOL = 96 << 10;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void service_holdsNoMoreAtTheEnd() throws IOException {
        JvmProcess all = start("full=wait");
        JvmProcess ring = start("ring=8m");
        JvmProcess files = start("rotate=" + (SECONDS > 0 ? "20s" : "300ms") + ",keep=16m");

        JvmResult ofAll = ended(all);
        JvmResult ofRing = ended(ring);
        JvmResult ofFiles = ended(files);

        long requests = requests(ofAll);
        assertThat(requests).isGreaterThan(1_000);
        JsonReport report = JsonReport.of(jvms, ofAll.files(".jtr"));
        assertThat(report.calls(NAME + ".request")).isEqualTo(requests);
        assertThat(report.text()).contains("\"lostRecords\":0", "\"waits\":0");
        for (JvmResult newest : List.of(ofRing, ofFiles)) {
            JsonReport part = JsonReport.of(jvms, newest.files(".jtr"));
            assertThat(part.text()).contains("\"lostRecords\":0");
            assertThat(part.calls(NAME + ".request")).isBetween(1L, requests(newest));
        }
    }

    private JvmProcess start(String option) {
        return jvms.app(Soak.class, Long.toString(SECONDS > 0 ? SECONDS : 6))
                .jvm("-Xmx128m", "-XX:+UseSerialGC")
                .agent("include=" + NAME + ",output=soak.jtr,quiet=on,print=off," + option)
                .start();
    }

    private static JvmResult ended(JvmProcess service) {
        JvmResult ended = service.awaitExit();
        assertThat(ended.exitCode()).as(ended.stderr()).isZero();
        List<Map<String, Long>> held = new ArrayList<>();
        ended.stdout().lines().filter(line -> line.startsWith("held ")).forEach(line -> {
            Map<String, Long> figures = new HashMap<>();
            for (Matcher figure = FIGURE.matcher(line); figure.find(); ) {
                figures.put(figure.group(1), Long.parseLong(figure.group(2)));
            }
            held.add(figures);
        });
        // A short run has compiled and loaded everything by its sixth sample.
        Map<String, Long> before = held.get(SECONDS > 0 ? 1 : held.size() - 3);
        Map<String, Long> after = held.get(held.size() - 1);
        assertThat(figure(after, "heap")).as(ended.stdout()).isLessThan(figure(before, "heap") + KIB_OF_HEAP);
        assertThat(figure(after, "metaspace"))
                .as(ended.stdout())
                .isLessThan(figure(before, "metaspace") + KIB_OF_METASPACE);
        assertThat(figure(after, "threads")).as(ended.stdout()).isLessThanOrEqualTo(figure(before, "threads"));
        assertThat(figure(after, "files")).as(ended.stdout()).isLessThanOrEqualTo(figure(before, "files") + 2);
        assertThat(figure(after, "resident")).as(ended.stdout()).isLessThan(figure(before, "resident") + KIB_OF_SPOOL);
        return ended;
    }

    private static long figure(Map<String, Long> held, String name) {
        return Objects.requireNonNull(held.get(name), name);
    }

    private static long requests(JvmResult ended) {
        return ended.stdout()
                .lines()
                .filter(line -> line.startsWith("requests "))
                .mapToLong(line -> Long.parseLong(line.substring("requests ".length())))
                .sum();
    }
}
