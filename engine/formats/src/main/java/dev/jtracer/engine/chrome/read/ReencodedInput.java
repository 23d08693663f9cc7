// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** A stream of text in any encoding, converted to UTF-8. */
final class ReencodedInput extends InputStream {
    private final Reader text;
    private final char[] chars = new char[1 << 13];
    private int held;
    private byte[] bytes = {};
    private int position;

    ReencodedInput(Reader text) {
        this.text = text;
    }

    @Override
    public int read() throws IOException {
        return position < bytes.length || encodeMore() ? bytes[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (position == bytes.length && !encodeMore()) {
            return -1;
        }
        int count = Math.min(length, bytes.length - position);
        System.arraycopy(bytes, position, into, offset, count);
        position += count;
        return count;
    }

    private boolean encodeMore() throws IOException {
        int read = text.read(chars, held, chars.length - held);
        if (read < 0) {
            return false;
        }
        int count = held + read;
        // The second half of a pair follows with the next characters.
        held = Character.isHighSurrogate(chars[count - 1]) ? 1 : 0;
        bytes = new String(chars, 0, count - held).getBytes(StandardCharsets.UTF_8);
        position = 0;
        chars[0] = chars[count - 1];
        return bytes.length > 0 || encodeMore();
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
