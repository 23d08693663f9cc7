// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.UnderSecurityManager;
import dev.jtracer.it.app.recursion.Fibonacci;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** The manager is there before the tracer, which the policy does not know. */
    @Test
    void policyFileWithoutTheTracer_turnsTracingOffAndNothingElse() throws IOException {
        String application = Path.of("target/test-classes").toUri().toString();
        Path policy = jvms.newDirectory("policy").resolve("application.policy");
        Files.writeString(
                policy, "grant codeBase \"" + application + "-\" { permission java.security.AllPermission; };\n");

        JvmResult traced = jvms.app(Fibonacci.class, "3")
                .jvm("-Djava.security.manager", "-Djava.security.policy==" + policy)
                .agent("include=dev.jtracer.it.app.recursion")
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stderr()).contains("TRACER tracing is off: the security policy forbids it (access denied (");
    }

    private JvmResult run(String manager) {
        return jvms.app(UnderSecurityManager.class, manager)
                .agent("include=" + UnderSecurityManager.class.getName())
                .run();
    }
}
