// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.UnderSecurityManager;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A security manager that the application sets while it runs. */
class SecurityManagerIT {
    private static final String CALLEE = "dev.jtracer.it.app.UnderSecurityManager.callee";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @BeforeEach
    void managerCanBeSet() {
        assumeTrue(Jdk.feature() == 17, "a security manager can be set without a flag up to Java 17");
    }

    @Test
    void policy_isTheApplicationsAndNotTheTracers() {
        JvmResult traced = run("policy");

        assertThat(traced.stdout()).isEqualTo("sum 189400\n");
        assertThat(traced.exitCode()).isZero();
        assertThat(traced.files(".json").stream()
                        .map(file -> StrictTrace.scan(file).count(CALLEE)))
                .containsExactlyInAnyOrder(100L, 200L, 400L);
        assertThat(traced.files("").stream().filter(file -> !file.toString().endsWith(".json")))
                .as("left over beside the traces")
                .isEmpty();
    }

    @Test
    void managerThatDeniesEverything_meansNoExceptionForTheApplication() {
        JvmResult traced = run("denying");

        assertThat(traced.stdout()).isEqualTo("sum 189400\n");
        assertThat(traced.exitCode()).isZero();
        assertThat(traced.stderr()).doesNotContain("Exception in thread");
    }

    private JvmResult run(String manager) {
        return jvms.app(UnderSecurityManager.class, manager)
                .agent("include=" + UnderSecurityManager.class.getName())
                .run();
    }
}
