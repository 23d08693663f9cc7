// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Damage to the bytes of a file: flipped bits, parts cut off, moved, repeated, zeroed, and other bytes between. */
public final class DamagedBytes {
    private static final int MOST_NOISE = 64;

    private final Random random;
    private final List<String> tokens;

    /** @param tokens texts, in ISO 8859-1, some of which are put in */
    public DamagedBytes(Random random, List<String> tokens) {
        this.random = random;
        this.tokens = tokens;
    }

    /** Returns a copy with one damage. */
    public byte[] once(byte[] whole) {
        int place = random.nextInt(whole.length + 1);
        int other = random.nextInt(whole.length + 1);
        int length = Math.min(random.nextInt(1 << random.nextInt(14)), whole.length - Math.max(place, other));
        return switch (random.nextInt(8)) {
            case 0 -> flipped(whole);
            case 1 -> Arrays.copyOf(whole, place);
            case 2 -> spliced(whole, place, 0, Arrays.copyOfRange(whole, other, other + length));
            case 3 -> spliced(whole, place, length, Arrays.copyOfRange(whole, other, other + length));
            case 4 -> spliced(whole, place, length, new byte[0]);
            case 5 -> spliced(whole, place, length, new byte[length]);
            case 6 -> noise(whole, place);
            default -> spliced(whole, place, random.nextInt(2) * length, token());
        };
    }

    private byte[] noise(byte[] whole, int place) {
        byte[] noise = new byte[random.nextInt(MOST_NOISE)];
        random.nextBytes(noise);
        return spliced(whole, place, Math.min(noise.length, whole.length - place), noise);
    }

    private byte[] token() {
        return tokens.get(random.nextInt(tokens.size())).getBytes(StandardCharsets.ISO_8859_1);
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

    /** Returns compressed bytes. */
    public static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }
}
