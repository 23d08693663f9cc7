// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A stream of valid UTF-8, so that its readers need not check. It replaces invalid bytes by U+FFFD and counts them.
 * Valid bytes, almost always all, are not copied.
 */
final class Utf8Input extends InputStream {
    private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};
    private static final int[] LOWEST_OF_LENGTH = {0, 0, 0x80, 0x800, 0x10000};
    private static final int MAX_LENGTH = 4;
    private static final int INVALID = 0;
    private static final int INCOMPLETE = -1;

    private final InputStream in;
    /* The first bytes of a character that continues in the next read. */
    private final byte[] started = new byte[MAX_LENGTH];
    private int startedLength;
    private byte[] repaired = {};
    private int repairedPosition;
    private int repairedEnd;
    private long replacements;

    Utf8Input(InputStream in) {
        this.in = in;
    }

    /** Returns the number of bytes replaced so far. */
    long replacements() {
        return replacements;
    }

    @Override
    public int read() throws IOException {
        throw new UnsupportedOperationException("reads blocks only");
    }

    /** Reads up to {@code length} bytes; {@code length} must be at least {@value #MAX_LENGTH}. */
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (repairedPosition == repairedEnd) {
            System.arraycopy(started, 0, bytes, offset, startedLength);
            int read = in.read(bytes, offset + startedLength, length - startedLength);
            if (read < 0) {
                return -1; // an incomplete last character is cut off, like the data that were to follow
            }
            int end = offset + startedLength + read;
            startedLength = 0;
            int validEnd = validEnd(bytes, offset, end);
            if (validEnd < end) {
                repair(bytes, validEnd, end);
            }
            if (validEnd > offset) {
                return validEnd - offset;
            }
        }
        int count = Math.min(length, repairedEnd - repairedPosition);
        System.arraycopy(repaired, repairedPosition, bytes, offset, count);
        repairedPosition += count;
        return count;
    }

    private static int validEnd(byte[] bytes, int start, int end) {
        int at = asciiEnd(bytes, start, end);
        while (at < end) {
            int length = characterLength(bytes, at, end);
            if (length <= 0) {
                return at;
            }
            at = asciiEnd(bytes, at + length, end);
        }
        return end;
    }

    /** Returns a position up to which there is ASCII only, a few bytes before its end at most. */
    private static int asciiEnd(byte[] bytes, int start, int end) {
        int at = start;
        while (at + 4 * Long.BYTES <= end) {
            long low = JsonScanner.word(bytes, at) | JsonScanner.word(bytes, at + Long.BYTES);
            long high = JsonScanner.word(bytes, at + 2 * Long.BYTES) | JsonScanner.word(bytes, at + 3 * Long.BYTES);
            if (((low | high) & JsonScanner.HIGH_BITS) != 0) {
                break;
            }
            at += 4 * Long.BYTES;
        }
        while (at + Long.BYTES <= end && (JsonScanner.word(bytes, at) & JsonScanner.HIGH_BITS) == 0) {
            at += Long.BYTES;
        }
        return at;
    }

    private void repair(byte[] bytes, int start, int end) {
        repaired = Arrays.copyOf(repaired, Math.max(repaired.length, (end - start) * REPLACEMENT.length));
        repairedPosition = 0;
        repairedEnd = 0;
        for (int at = start; at < end; ) {
            int length = characterLength(bytes, at, end);
            if (length == INCOMPLETE) {
                startedLength = end - at;
                System.arraycopy(bytes, at, started, 0, startedLength);
                return;
            }
            if (length == INVALID) {
                append(REPLACEMENT, 0, REPLACEMENT.length);
                replacements++;
                at++;
            } else {
                append(bytes, at, length);
                at += length;
            }
        }
    }

    private void append(byte[] bytes, int offset, int length) {
        System.arraycopy(bytes, offset, repaired, repairedEnd, length);
        repairedEnd += length;
    }

    /**
     * Returns the length in bytes of the character at a position; {@link #INVALID} if there is none,
     * {@link #INCOMPLETE} if the end is inside it.
     */
    private static int characterLength(byte[] bytes, int at, int end) {
        int first = bytes[at];
        if (first >= 0) {
            return 1;
        }
        int length = Integer.numberOfLeadingZeros(~(first << 24));
        if (length < 2 || length > MAX_LENGTH) {
            return INVALID;
        }
        int character = first & (0x7f >> length);
        for (int i = at + 1; i < at + length; i++) {
            if (i == end) {
                return INCOMPLETE;
            }
            if ((bytes[i] & 0xc0) != 0x80) {
                return INVALID;
            }
            character = (character << 6) | (bytes[i] & 0x3f);
        }
        boolean surrogate = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
        boolean valid = character >= LOWEST_OF_LENGTH[length] && character <= Character.MAX_CODE_POINT && !surrogate;
        return valid ? length : INVALID;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
