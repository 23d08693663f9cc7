// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentCommandsTest {
    private final TracingRecord tracing = new TracingRecord();
    private final AgentCommands commands = new AgentCommands(tracing, new AgentCommands.Environment() {
        @Override
        public Path startWatch() {
            return Path.of("/tmp/a.top");
        }

        @Override
        public String detach() {
            return "gone";
        }
    });

    private final Properties properties = new Properties();

    private AttachReply execute(String arguments) {
        return commands.execute(AttachRequest.parse(arguments), new AttachReplies(properties));
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "stop", "toggle", "reset"})
    void command_isPassedOn(String name) {
        assertThat(execute("command=" + name)).isEqualTo(new AttachReply(true, "did " + name));
        assertThat(tracing.asked).containsExactly(name);
    }

    @ParameterizedTest
    @CsvSource({"'', stop with totals", "',totals=off', stop"})
    void stopOfATool_hasTotalsInItsReply(String options, String asked) {
        assertThat(execute("reply=5f,command=stop" + options)).isEqualTo(new AttachReply(true, "did " + asked));
    }

    @Test
    void status_showsWhatWasLost() {
        AttachReply reply = execute("command=status");

        assertThat(reply.ok()).isTrue();
        assertThat(reply.text().lines())
                .containsExactly(
                        "recording        on",
                        "output           /tmp/trace.json",
                        "recordings       3",
                        "events           1000",
                        "lost events      7",
                        "- no buffer free 4",
                        "ns per timing    17.3");
    }

    @Test
    void everyName_isACommand() {
        for (String name : AgentCommands.NAMES) {
            assertThat(execute("command=" + name).ok()).as(name).isTrue();
        }
    }

    @Test
    void unknownCommand_isDeclined() {
        assertThat(execute("command=dance"))
                .isEqualTo(new AttachReply(false, "unknown command 'dance'; use start, stop, toggle, status, reset"));
        assertThat(tracing.asked).isEmpty();
    }

    @Test
    void optionsForARunningTracer_areDeclined() {
        assertThat(execute("include=com.acme").ok()).isFalse();
        assertThat(tracing.asked).isEmpty();
    }

    @Test
    void faultOfACommand_isItsReply() {
        AgentCommands failing = new AgentCommands(tracing, new AgentCommands.Environment() {
            @Override
            public Path startWatch() {
                return Path.of("/tmp/a.top");
            }

            @Override
            public String detach() {
                throw new StackOverflowError();
            }
        });

        assertThat(failing.execute(AttachRequest.parse("reply=5f,command=detach"), new AttachReplies(properties)))
                .isEqualTo(new AttachReply(
                        false,
                        "the command 'detach' failed in the traced JVM (java.lang.StackOverflowError);"
                                + " see by status what the tracer does"));
    }
}
