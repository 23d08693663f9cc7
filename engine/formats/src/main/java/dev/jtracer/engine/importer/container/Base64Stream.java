// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import dev.jtracer.engine.importer.BlockStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A decoder of base64 that skips all other characters. It decodes all complete bytes of a truncated text. */
final class Base64Stream extends BlockStream {
    /* Not java.util.Base64, whose stream decodes byte by byte, and at a truncated last group discards the bytes
     * decoded for the same read. */
    private static final int BUFFER_BYTES = 1 << 13;
    private static final int BITS_PER_CHARACTER = 6;
    private static final byte NO_DIGIT = -1;
    private static final byte[] DIGITS = digits();

    private final InputStream text;
    private final byte[] characters = new byte[BUFFER_BYTES];
    private final byte[] decoded = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private int bits;
    private int bitCount;

    Base64Stream(InputStream text) {
        this.text = text;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (position == limit) {
            int read = text.read(characters, 0, BUFFER_BYTES);
            if (read < 0) {
                return -1;
            }
            decode(read);
        }
        int count = Math.min(length, limit - position);
        System.arraycopy(decoded, position, into, offset, count);
        position += count;
        return count;
    }

    private void decode(int count) {
        position = 0;
        limit = 0;
        for (int i = 0; i < count; i++) {
            int digit = DIGITS[characters[i] & 0xff];
            if (digit == NO_DIGIT) {
                continue;
            }
            bits = bits << BITS_PER_CHARACTER | digit;
            bitCount += BITS_PER_CHARACTER;
            if (bitCount >= Byte.SIZE) {
                bitCount -= Byte.SIZE;
                decoded[limit++] = (byte) (bits >> bitCount);
            }
        }
    }

    private static byte[] digits() {
        byte[] digits = new byte[1 << Byte.SIZE];
        Arrays.fill(digits, NO_DIGIT);
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (int i = 0; i < alphabet.length(); i++) {
            digits[alphabet.charAt(i)] = (byte) i;
        }
        return digits;
    }
}
