// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The main class of the JVM under test. It reads a class's name from stdin, runs the tests, writes a line for each of
 * them and {@code end} with the CPU time to stdout, and so on. What the tests print goes to stderr.
 */
final class ClassRunner {
    static final String END = "end";

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private ClassRunner() {}

    public static void main(String[] args) throws IOException {
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream results = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setIn(InputStream.nullInputStream());
        System.setOut(System.err);
        Launcher launcher = LauncherFactory.create();
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(name))
                    .build();
            long before = SYSTEM.getProcessCpuTime();
            try {
                launcher.execute(request, new Printer(results, System.err));
            } catch (JUnitException e) {
                // As a rule, the class needs a library that its own library uses if it is there.
                e.printStackTrace(System.err);
                results.println(TestExecutionResult.Status.FAILED + "\t" + name);
            }
            results.println(END + "\t" + (SYSTEM.getProcessCpuTime() - before));
        }
        // Tests leave threads behind.
        System.exit(0);
    }

    /** Writes statuses to the results, and why a test failed to the errors. */
    private record Printer(PrintStream results, PrintStream errors) implements TestExecutionListener {
        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            print(test, "SKIPPED");
        }

        /* A class or a factory of tests counts if it fails: its tests have not run. */
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                print(test, result.getStatus().name());
                result.getThrowable().ifPresent(thrown -> {
                    errors.print(test.getUniqueId() + " ");
                    thrown.printStackTrace(errors);
                });
            }
        }

        private void print(TestIdentifier test, String status) {
            // Ids of JUnit 4 hold the texts of parameters, some with an identity hash.
            String id = test.getUniqueId().replaceAll("@[0-9a-f]+", "@").replaceAll("\\p{Cntrl}", "?");
            results.println(status + "\t" + id);
        }
    }
}
