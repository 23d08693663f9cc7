// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelGzipTest {
    private static final int BLOCK = 1 << 18;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 20 * BLOCK + 77})
    void everyContent_isReadAsOneMember(int size) throws IOException {
        byte[] content = content(size);

        byte[] file = compressed(content, 2);

        GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file));
        assertThat(in.readAllBytes()).isEqualTo(content);
        assertThat(compressed(content, 5)).isEqualTo(file);
    }

    /** Half of it compresses to nothing, half does not: the compressed block is larger than its content. */
    private static byte[] content(int size) {
        byte[] content = new byte[size];
        byte[] noise = new byte[size / 2];
        new Random(size).nextBytes(noise);
        System.arraycopy(noise, 0, content, 0, noise.length);
        return content;
    }

    private static byte[] compressed(byte[] content, int threads) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        Random random = new Random(1);
        try (OutputStream gzip = new ParallelGzip(file, threads)) {
            for (int at = 0; at < content.length; ) {
                int part = Math.min(content.length - at, 1 + random.nextInt(2 * BLOCK));
                gzip.write(content, at, part);
                at += part;
            }
        }
        return file.toByteArray();
    }

    @Test
    @Timeout(60)
    void fullDisk_endsTheThreads() {
        OutputStream full = new OutputStream() {
            private int bytes;

            @Override
            public void write(int b) throws IOException {
                if (++bytes > BLOCK) {
                    throw new IOException("No space left on device");
                }
            }
        };

        assertThatIOException()
                .isThrownBy(() -> {
                    try (OutputStream gzip = new ParallelGzip(full, 2)) {
                        gzip.write(content(20 * BLOCK));
                    }
                })
                .withMessage("No space left on device");
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().equals("jtracer-gzip"))
                .allSatisfy(thread -> thread.join(10_000));
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("jtracer-gzip"));
    }
}
