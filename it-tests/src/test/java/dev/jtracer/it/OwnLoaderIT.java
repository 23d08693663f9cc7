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

/** The application's class loaders are called by the JVM alone: any method they override may count, wait or fail. */
class OwnLoaderIT {
    private static final String DESK = OwnLoader.class.getName() + "$Desk";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void applicationsLoader_isCalledByTheJvmAlone() {
        JvmCommand app = jvms.app(OwnLoader.class).agent("include=dev.jtracer.it.app.OwnLoader");

        JvmResult traced = app.run();

        assertSameBehaviour(traced, app.runUntraced());
        // The callback's type was found all the same.
        assertThat(traced.trace().runsOf(DESK + ".ask[0]")).hasSize(1);
    }
}
