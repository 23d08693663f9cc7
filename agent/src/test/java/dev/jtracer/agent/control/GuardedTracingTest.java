// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GuardedTracingTest {
    private final TracingRecord tracing = new TracingRecord();
    private final GuardedTracing guarded = new GuardedTracing(tracing);

    @Test
    void commands_areAnswered() {
        assertThat(guarded.start()).isEqualTo(Reply.done("did start"));
        assertThat(guarded.toggle()).isEqualTo(Reply.done("did toggle"));
        assertThat(guarded.reset()).isEqualTo(Reply.done("did reset"));
        assertThat(guarded.stop()).isEqualTo(Reply.done("did stop"));
        guarded.log("text");
        assertThat(tracing.asked).containsExactly("start", "toggle", "reset", "stop", "log text");
    }

    @Test
    void failure_isAnAnswer() {
        tracing.failure = new OutOfMemoryError("of a test");

        assertThat(guarded.stop())
                .isEqualTo(Reply.declined("cannot stop (java.lang.OutOfMemoryError: of a test); try again"));
        guarded.log("text");
        assertThat(tracing.asked).containsExactly("stop", "log text");
    }

    @Test
    @SuppressWarnings("removal")
    void stopOfTheThread_goesThrough() {
        tracing.failure = new ThreadDeath();

        assertThatThrownBy(guarded::start).isSameAs(tracing.failure);
        assertThatThrownBy(() -> guarded.log("text")).isSameAs(tracing.failure);
    }
}
