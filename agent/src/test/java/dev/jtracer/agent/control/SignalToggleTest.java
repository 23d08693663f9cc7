// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.config.OptionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Signal;
import org.junit.jupiter.api.Test;

class SignalToggleTest {
    @Test
    void signal_toggles() throws Exception {
        Semaphore toggles = new Semaphore(0);

        SignalToggle.install("URG", toggles::release);
        Signal.raise(new Signal("URG"));

        assertThat(toggles.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void signalThatDoesNotExist_isExplained() {
        assertThatThrownBy(() -> SignalToggle.install("NOSUCH", () -> {}))
                .isInstanceOf(OptionException.class)
                .hasMessageStartingWith("signal 'NOSUCH' is not one that this JVM can handle (")
                .hasMessageEndingWith("); use signal=URG or signal=off");
    }
}
