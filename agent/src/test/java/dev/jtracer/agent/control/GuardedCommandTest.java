// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GuardedCommandTest {
    private final TracingRecord tracing = new TracingRecord();

    @Test
    void command_isAnswered() {
        assertThat(GuardedCommand.reply("start", tracing::start)).isEqualTo(Reply.done("did start"));
        assertThat(tracing.asked).containsExactly("start");
    }

    @Test
    void failure_isAnAnswer() {
        tracing.failure = new OutOfMemoryError("of a test");

        assertThat(GuardedCommand.reply("stop", () -> tracing.stop(null)))
                .isEqualTo(Reply.declined("cannot stop (java.lang.OutOfMemoryError: of a test); try again"));
        assertThat(tracing.asked).containsExactly("stop");
    }

    @Test
    @SuppressWarnings("removal")
    void stopOfTheThread_goesThrough() {
        tracing.failure = new ThreadDeath();

        assertThatThrownBy(() -> GuardedCommand.reply("start", tracing::start)).isSameAs(tracing.failure);
    }
}
