// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class TracerTest {
    @Test
    void tracer_doesNothingWithoutTheAgent() {
        assertThatCode(() -> {
                    Tracer.start();
                    Tracer.log("text");
                    Tracer.mark("name");
                    Tracer.measure("stretch").close();
                    Tracer.stop();
                })
                .doesNotThrowAnyException();
    }
}
