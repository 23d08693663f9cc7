// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.live.Watch;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentCommandsTest {
    private final TracingRecord tracing = new TracingRecord();
    private final AgentCommands commands = new AgentCommands(tracing, () -> Reply.done("gone"));

    private final Properties properties = new Properties();

    private Reply execute(String arguments) {
        return commands.execute(AttachRequest.parse(arguments), new AttachReplies(properties));
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "stop", "toggle", "dump", "reset"})
    void command_isPassedOn(String name) {
        assertThat(execute("command=" + name)).isEqualTo(Reply.done("did " + name));
        assertThat(tracing.asked).containsExactly(name);
    }

    @ParameterizedTest
    @CsvSource({"'', stop with totals", "',totals=off', stop"})
    void stopOfATool_hasTotalsInItsReply(String options, String asked) {
        assertThat(execute("reply=5f,command=stop" + options)).isEqualTo(Reply.done("did " + asked));
    }

    @Test
    void liveFigures_areForAToolThatReadsThem() throws IOException {
        assertThat(execute("command=watch").isDone()).isFalse();
        assertThat(tracing.asked).isEmpty();

        assertThat(Watch.snapshot(execute("reply=5f,command=watch").text())).isEqualTo(TracingRecord.SNAPSHOT);
        assertThat(Watch.early(execute("reply=5f,command=watch").text())).isPositive();
        assertThat(tracing.asked).containsExactly("snapshot");
    }

    @Test
    void status_showsWhatWasLost() {
        Reply reply = execute("command=status");

        assertThat(reply.isDone()).isTrue();
        assertThat(reply.text().lines())
                .containsExactly(
                        "recording        on, for 2.50 s",
                        "output           /tmp/trace.json",
                        "events           1000, 400 a second",
                        "memory           2.1 MB of buffers",
                        "woven            1 class, 85 methods",
                        "lost events      7",
                        "- no buffer free 4");
    }

    @Test
    void statusOfAHealthyTracer_hasSixLines() {
        TracerStatus status = tracing.status(false);
        List<TracerStatus.Item> healthy = status.counters().stream()
                .filter(item -> !item.key().startsWith("lost"))
                .toList();

        String text = new TracerStatus(false, "", 0, 0, 0, 0, 0, healthy).text();

        assertThat(text.lines())
                .containsExactly(
                        "recording        off",
                        "output           none yet",
                        "events           0",
                        "memory           0 B of buffers",
                        "woven            1 class, 85 methods",
                        "lost events      0");
    }

    @Test
    void everyName_isACommand() {
        for (String name : AgentCommands.NAMES) {
            assertThat(execute("command=" + name).isDone()).as(name).isTrue();
        }
    }

    @Test
    void unknownCommand_isDeclined() {
        assertThat(execute("command=dance"))
                .isEqualTo(Reply.declined("unknown command 'dance'; use start, stop, toggle, status, dump, reset"));
        assertThat(tracing.asked).isEmpty();
    }

    @Test
    void optionsForARunningTracer_areDeclined() {
        assertThat(execute("include=com.acme").isDone()).isFalse();
        assertThat(tracing.asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "stop", "toggle", "dump", "reset"})
    void failureOfACommand_keepsItsExitCode(String name) {
        tracing.reply = Reply.failedFile("cannot " + name);

        assertThat(execute("command=" + name)).isEqualTo(new Reply(4, "cannot " + name));
        assertThat(execute("reply=5f,command=" + name).exitCode()).isEqualTo(4);
    }

    @Test
    void faultOfACommand_isItsReply() {
        AgentCommands failing = new AgentCommands(tracing, () -> {
            throw new StackOverflowError();
        });

        assertThat(failing.execute(AttachRequest.parse("reply=5f,command=detach"), new AttachReplies(properties)))
                .isEqualTo(
                        Reply.declined("the command 'detach' failed in the traced JVM (java.lang.StackOverflowError);"
                                + " see by status what the tracer does"));
    }
}
