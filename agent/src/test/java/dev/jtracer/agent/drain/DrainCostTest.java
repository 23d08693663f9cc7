// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The memory that the drain allocates for a record. {@code -Pbench} prints the cost too; {@code -Dbench.rounds=60}
 * makes the figures steadier.
 */
@Tag("slow")
class DrainCostTest {
    private static final Pattern BYTES = Pattern.compile(", ([0-9.]+) bytes");
    private static final double MOST_BYTES = 0.1;

    /** A chunk of eight thousand records may leave a few objects, but no record may. */
    @Test
    void drain_allocatesNothingForARecord(@TempDir Path directory) throws IOException, InterruptedException {
        String rounds = System.getProperty("bench.rounds", "8");

        String output = RecorderFork.run(RecorderFork.java(), DrainCost.class, rounds, directory);

        if (Boolean.getBoolean("bench.print")) {
            System.out.print(output);
        }
        List<Double> bytes = BYTES.matcher(output)
                .results()
                .map(match -> Double.valueOf(match.group(1)))
                .collect(Collectors.toList());
        assertThat(bytes).hasSize(2 * 4).allSatisfy(each -> assertThat(each).isLessThan(MOST_BYTES));
    }
}
