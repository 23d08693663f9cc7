// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.HostileTasks;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that are rejected, cancelled or never run, and pools and tasks that throw wherever they can. */
class HostileTasksIT {
    private static final String APP = HostileTasks.class.getName();
    private static final String SCHEDULE = "java.util.concurrent.ScheduledThreadPoolExecutor.schedule[0]";
    private static final String APP_ALONE =
            "include=dev.jtracer.it.app.HostileTasks,exclude=dev.jtracer.it.app.HostileTasksLibrary";
    private static final String WITH_LIBRARY = "include=dev.jtracer.it.app.HostileTasks*";
    private static final int CANCELLED = 1_000_000;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(strings = {APP_ALONE, WITH_LIBRARY})
    void tasks_behaveAsUntraced(String options) {
        JvmCommand command = jvms.app(HostileTasks.class).jvm("-Xverify:all").agent(options);

        JvmResult traced = command.run();
        JvmResult untraced = command.runUntraced();

        assertThat(untraced.exitCode()).isZero();
        assertThat(untraced.stdout()).contains("abort1 threw", "caller1 in main", "left 2 is the same true", "\nwork ");
        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout()).as(traced.stderr()).isEqualTo(untraced.stdout());
        assertThat(traced.stderr()).doesNotContain("not followed", "please report");
        assertThat(traced.trace().count(APP + ".work"))
                .isEqualTo(Long.parseLong(traced.stdout().replaceAll("(?s).*\nwork (\\d+)\n.*", "$1")));
    }

    @Test
    void cancelledTasks_areNotRunYetAndTakeNoMemory() {
        JvmCommand command = jvms.app(HostileTasks.class, "cancel", Integer.toString(CANCELLED))
                .jvm("-Xmx64m", "-XX:+UseSerialGC")
                .agent(APP_ALONE + ",output=cancelled.jtr");

        JvmResult traced = command.run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout())
                .isEqualTo("last in timer\nwork " + (CANCELLED + CANCELLED / 10 + 1) + ", heap has not grown\n");
        // Whether those that the table of passes gave up have run is not known; none is missing.
        Matcher line = Pattern.compile(" 1 " + Pattern.quote(SCHEDULE) + " pending=(\\d+) unknown=(\\d+)\\n")
                .matcher(traced.stderr());
        assertThat(line.find()).as(traced.stderr()).isTrue();
        assertThat(Long.parseLong(line.group(1)) + Long.parseLong(line.group(2)))
                .isEqualTo(CANCELLED + CANCELLED / 10);
    }
}
