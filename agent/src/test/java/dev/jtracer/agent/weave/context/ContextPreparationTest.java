// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ContextPreparationTest {
    private final List<String> problems = new ArrayList<>();

    private ContextPreparation preparation(Executor thread) {
        return new ContextPreparation(thread, () -> {}, problems::add);
    }

    /** Otherwise the next thread that loads a class with context waits for a thread that does not exist. */
    @Test
    @Timeout(60)
    void threadThatCannotStart_holdsNobodyUp() {
        ContextPreparation preparation = preparation(work -> {
            throw new InternalError("no thread"); // as an OutOfMemoryError, which would end the test run
        });

        assertThat(preparation.isDone()).isFalse();
        assertThat(preparation.isDone()).isFalse();
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("requests and statements are not recorded", "no thread", "context=off");
    }

    @Test
    void failure_isReportedOnce() {
        ContextPreparation preparation = preparation(Runnable::run); // without a table of names

        assertThat(preparation.isDone()).isFalse();
        assertThat(preparation.isDone()).isFalse();
        assertThat(problems).hasSize(1);
    }
}
