// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.jtr.RecordingException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionFilesTest {
    @ParameterizedTest
    @ValueSource(strings = {"'a; b.jtr' was cut", "'it's; b.jtr' was cut", "a frame ends too early"})
    void damageWithoutAStep_getsOne(String reason) {
        assertThat(ConversionFiles.damage(new RecordingException(reason)))
                .hasMessage(reason + "; record it again, or name another file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'a; b.jtr' is no recording; name another file", "no header; record it again"})
    void damageWithAStep_keepsIt(String reason) {
        assertThat(ConversionFiles.damage(new RecordingException(reason))).hasMessage(reason);
    }
}
