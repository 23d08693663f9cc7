// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallbackKindsTest {
    private static class Task {}

    private static final class PriceTask extends Task {}

    /** As where the tracer is attached: code that is woven already passes objects of classes that are not yet. */
    @Test
    void classThatIsWovenAgain_isLookedUpAgain() {
        assertThat(CallbackKinds.of(PriceTask.class)).isEqualTo(CallbackKinds.NO_CALLBACK);

        CallbackKinds.addOwnClass(Task.class.getName(), true);

        assertThat(CallbackKinds.of(PriceTask.class)).isEqualTo(CallbackKinds.OWN_CLASS);
        assertThat(CallbackKinds.of(String.class)).isEqualTo(CallbackKinds.NO_CALLBACK);
    }
}
