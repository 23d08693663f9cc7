// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.fuzz;

import dev.jtracer.engine.DamagedBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;

/** Damage to the bytes of a file, by chance but the same for each seed. */
final class Damage {
    /** Parts of the formats, and numbers, texts and sizes at their limits. */
    private static final List<String> TOKENS = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\ud800",
            "null",
            "-1",
            "1e999",
            "9223372036854775807",
            "NaN",
            "\"ph\":\"b\",",
            "\"ph\":\"e\",",
            "\"ph\":\"X\",",
            "\"ts\":",
            "\"dur\":-5,",
            "\"id\":\"0x1\",",
            "\"args\":{",
            ";",
            " ",
            "\n",
            "\r\n",
            "\0",
            "\177",
            "\377\377\377\377",
            "\177\377\377\377",
            "\200\0\0\0",
            "<script>",
            "--");

    private static final int GZIP_MAGIC = 0x1f;

    private final Random random;
    private final DamagedBytes bytes;

    Damage(long seed) {
        random = new Random(seed);
        bytes = new DamagedBytes(random, TOKENS);
    }

    /** Returns a number below a limit. */
    int choice(int limit) {
        return random.nextInt(limit);
    }

    /** Returns a damaged copy. What is compressed is damaged as often before compression. */
    byte[] of(byte[] whole) throws IOException {
        if (whole.length > 2 && whole[0] == GZIP_MAGIC && random.nextBoolean()) {
            byte[] content = new GZIPInputStream(new ByteArrayInputStream(whole)).readAllBytes();
            return DamagedBytes.gzip(several(content));
        }
        return several(whole);
    }

    private byte[] several(byte[] whole) {
        byte[] damaged = whole;
        for (int i = Math.max(1, random.nextInt(5) - 1); i > 0; i--) {
            damaged = bytes.once(damaged);
        }
        return damaged;
    }
}
