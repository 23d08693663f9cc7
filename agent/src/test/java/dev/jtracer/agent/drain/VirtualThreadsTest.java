// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Virtual threads that change carriers between any two records keep their own records, in order. */
class VirtualThreadsTest {
    private final Path directory;

    VirtualThreadsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @CsvSource({
        "many",
        // many without live totals
        "unseen",
        // comes back to a carrier on which nobody else has recorded meanwhile
        "alone",
        // has an id that leads to a carrier's buffer
        "slot"
    })
    void virtualThreads_keepTheirRecordsInOrder(String scenario) throws Exception {
        Optional<Path> home = RecorderFork.java25();
        assumeTrue(home.isPresent(), "no JDK 25 beside this one");

        RecorderFork.run(home.get(), VirtualThreadScenarios.class, scenario, directory);
    }
}
