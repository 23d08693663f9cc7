// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

/** Reads the files of a JVM that may have ended before it wrote its trace. */
public final class Recordings {
    private Recordings() {}

    /** Returns the traces in the directory or, if it contains a recording, those that {@code convert} makes of it. */
    public static List<StrictTrace> read(Jvms jvms, Path directory) {
        JvmResult left = new JvmResult(0, "", "", directory);
        List<Path> recordings = left.files(".jtr");
        if (recordings.isEmpty()) {
            return scanAll(left);
        }
        assertThat(recordings).hasSize(1);
        JvmResult converted = jvms.jtracer("convert", recordings.get(0).toString(), "-o", "out.json")
                .run();
        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        return scanAll(converted);
    }

    private static List<StrictTrace> scanAll(JvmResult result) {
        return result.files(".json").stream().map(StrictTrace::scan).toList();
    }
}
