// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.OwnLoader;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A class loader of the application's is used by the JVM alone: it may count, wait or fail in whatever it overrides. */
class OwnLoaderIT {
    private static final String DESK = OwnLoader.class.getName() + "$Desk";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void applicationsLoader_isCalledByTheJvmAlone() {
        JvmCommand app = jvms.app(OwnLoader.class).agent("include=dev.jtracer.it.app.OwnLoader");

        JvmResult traced = app.run();

        assertSameBehaviour(traced, app.runUntraced());
        // The type of the callback was found all the same.
        assertThat(traced.trace().runsOf(DESK + ".ask[0]")).hasSize(1);
    }
}
