// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Damage to the bytes of a file, by chance but the same for each seed. */
final class Damage {
    /** What the formats of traces are made of, and what numbers, texts and sizes are at their limits. */
    private static final String[] TOKENS = {
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
        "--"
    };

    private static final int GZIP_MAGIC = 0x1f;

    private final Random random;

    Damage(long seed) {
        random = new Random(seed);
    }

    /** Returns a number below a limit. */
    int choice(int limit) {
        return random.nextInt(limit);
    }

    /** Returns a damaged copy. What is compressed is damaged as often before compression. */
    byte[] of(byte[] whole) throws IOException {
        if (whole.length > 2 && whole[0] == GZIP_MAGIC && random.nextBoolean()) {
            byte[] content = new GZIPInputStream(new ByteArrayInputStream(whole)).readAllBytes();
            return gzip(several(content));
        }
        return several(whole);
    }

    private byte[] several(byte[] whole) {
        byte[] damaged = whole;
        for (int i = Math.max(1, random.nextInt(5) - 1); i > 0; i--) {
            damaged = once(damaged);
        }
        return damaged;
    }

    private byte[] once(byte[] whole) {
        int place = random.nextInt(whole.length + 1);
        int other = random.nextInt(whole.length + 1);
        int length = Math.min(random.nextInt(1 << random.nextInt(14)), whole.length - Math.max(place, other));
        byte[] noise = new byte[random.nextInt(64)];
        random.nextBytes(noise);
        return switch (random.nextInt(8)) {
            case 0 -> flipped(whole);
            case 1 -> Arrays.copyOf(whole, place);
            case 2 -> spliced(whole, place, 0, Arrays.copyOfRange(whole, other, other + length));
            case 3 -> spliced(whole, place, length, Arrays.copyOfRange(whole, other, other + length));
            case 4 -> spliced(whole, place, length, new byte[0]);
            case 5 -> spliced(whole, place, length, new byte[length]);
            case 6 -> spliced(whole, place, Math.min(noise.length, whole.length - place), noise);
            default -> spliced(whole, place, random.nextInt(2) * length, token());
        };
    }

    private byte[] token() {
        return TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] flipped(byte[] whole) {
        byte[] damaged = whole.clone();
        for (int i = random.nextInt(10); i >= 0 && damaged.length > 0; i--) {
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return damaged;
    }

    private static byte[] spliced(byte[] whole, int place, int removed, byte[] added) {
        byte[] damaged = new byte[whole.length - removed + added.length];
        System.arraycopy(whole, 0, damaged, 0, place);
        System.arraycopy(added, 0, damaged, place, added.length);
        System.arraycopy(whole, place + removed, damaged, place + added.length, whole.length - place - removed);
        return damaged;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }
}
