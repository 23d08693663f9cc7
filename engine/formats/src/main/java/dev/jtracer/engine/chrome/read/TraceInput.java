// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.BlockStream;
import dev.jtracer.engine.importer.CountingStream;
import dev.jtracer.engine.importer.TraceData;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The input of a trace: its text, converted to UTF-8 from any encoding, up to a limit of bytes. */
final class TraceInput {
    private static final int START_BYTES = TraceData.START_BYTES;

    private TraceInput() {}

    /**
     * Returns the text in a stream.
     *
     * @param source name for messages
     */
    static Utf8Input text(String source, InputStream in, long maxBytes) throws IOException {
        PushbackInputStream bounded = new PushbackInputStream(new Bounded(source, in, maxBytes), START_BYTES);
        byte[] start = bounded.readNBytes(START_BYTES);
        bounded.unread(start);
        Charset charset = TraceData.charset(start);
        byte[] mark = "\uFEFF".getBytes(charset);
        if (start.length >= mark.length && Arrays.equals(mark, 0, mark.length, start, 0, mark.length)) {
            bounded.skipNBytes(mark.length);
        }
        return new Utf8Input(
                charset.equals(StandardCharsets.UTF_8)
                        ? bounded
                        : new ReencodedInput(new InputStreamReader(bounded, charset)));
    }

    /** A stream that fails beyond the limit, because a small packed file may unpack to any size. */
    private static final class Bounded extends CountingStream {
        private final String source;
        private final long maxBytes;
        private long count;

        Bounded(String source, InputStream in, long maxBytes) {
            super(in);
            this.source = source;
            this.maxBytes = maxBytes;
        }

        @Override
        protected void count(long bytes) throws TraceSyntaxException {
            count += bytes;
            if (count > maxBytes) {
                String problem = "more than '" + maxBytes + "' bytes; if you trust the file, raise the limit";
                throw new TraceSyntaxException(source, problem);
            }
        }
    }

    /** A stream of text in any encoding, converted to UTF-8. */
    private static final class ReencodedInput extends BlockStream {
        private final Reader text;
        private final char[] chars = new char[1 << 13];
        private int held;
        private byte[] bytes = {};
        private int position;

        ReencodedInput(Reader text) {
            this.text = text;
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
}
