// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.app.H2Workload;
import java.sql.SQLException;

/** The measured process: prints the nanoseconds of each of {@code args[0]} rounds of the H2 workload. */
final class H2Rounds {
    private H2Rounds() {}

    public static void main(String[] args) throws SQLException {
        long start = System.nanoTime();
        try (H2Workload workload = new H2Workload()) {
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                if (workload.round() == 0) {
                    throw new IllegalStateException("a checksum of 0 cannot be");
                }
                long end = System.nanoTime();
                System.out.println(end - start);
                start = end;
            }
        }
    }
}
