// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import dev.jtracer.engine.importer.BlockStream;
import dev.jtracer.engine.importer.ContainerImporter;
import dev.jtracer.engine.importer.TraceData;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An importer of pages that contain the traces they show, as written by catapult's {@code trace2html} and jtracer's
 * report: in blocks {@code <script id="viewer-data" type="text/plain">}, or of the class {@code trace-data}, as text
 * or as base64 of gzip data.
 */
public final class HtmlImporter implements ContainerImporter {
    private static final String DOCTYPE = "<!doctype html";

    @Override
    public String name() {
        return "HTML page with trace data";
    }

    /** Returns true for any page, because the data may begin megabytes into it. */
    @Override
    public boolean canImport(TraceData data) throws IOException {
        return data.text().regionMatches(true, 0, DOCTYPE, 0, DOCTYPE.length());
    }

    @Override
    public Subtraces open(TraceData container) throws IOException {
        return new ScriptBlocks(container.name(), container.stream());
    }

    /** The traces in the script blocks of a page, read in one pass with a buffer of 64 KB. */
    private static final class ScriptBlocks implements Subtraces {
        private static final byte[] BEGIN = "<script".getBytes(StandardCharsets.US_ASCII);
        private static final byte[] END = "</script".getBytes(StandardCharsets.US_ASCII);
        private static final int BUFFER_BYTES = 1 << 16;
        private static final int MAX_TAG_BYTES = 4096;
        /** Bytes of a block that decide whether it is base64. */
        private static final int SAMPLE_BYTES = 256;

        private static final Pattern DATA_TYPE =
                Pattern.compile("\\btype\\s*=\\s*[\"']?(text/plain|application/(json|text))\\b");
        private static final Pattern DATA_MARK = Pattern.compile(
                "\\bid\\s*=\\s*[\"']?viewer-data\\b|\\bclass\\s*=\\s*(\"[^\"]*|'[^']*)?\\btrace-data\\b");

        private final String name;
        private final InputStream page;
        private final byte[] buffer = new byte[BUFFER_BYTES];
        private int position;
        private int limit;
        private boolean inBlock;
        private boolean cutOff;
        private int blocks;

        ScriptBlocks(String name, InputStream page) {
            this.name = name;
            this.page = page;
        }

        @Override
        public @Nullable TraceData next() throws IOException {
            while (inBlock) {
                new Block().transferTo(OutputStream.nullOutputStream());
            }
            while (!cutOff && find(BEGIN)) {
                String tag = tag();
                if (DATA_TYPE.matcher(tag).find() && DATA_MARK.matcher(tag).find()) {
                    inBlock = true;
                    blocks++;
                    return TraceData.of(
                            name + "!/script-" + blocks, isBase64() ? new Base64Stream(new Block()) : new Block());
                }
            }
            return null;
        }

        @Override
        public boolean cutOff() {
            return cutOff;
        }

        @Override
        public void close() throws IOException {
            page.close();
        }

        /** Moves behind the next occurrence of an ASCII text whose first character does not occur again in it. */
        private boolean find(byte[] text) throws IOException {
            while (has(text.length)) {
                if (matches(text)) {
                    position += text.length;
                    return true;
                }
                position++;
            }
            position = limit;
            return false;
        }

        private String tag() throws IOException {
            StringBuilder tag = new StringBuilder();
            while (has(1) && tag.length() < MAX_TAG_BYTES) {
                char next = (char) (buffer[position++] & 0xff);
                if (next == '>') {
                    break;
                }
                tag.append(next);
            }
            return tag.toString();
        }

        private boolean isBase64() throws IOException {
            has(SAMPLE_BYTES);
            int end = Math.min(limit, position + SAMPLE_BYTES);
            for (int i = position; i < end && buffer[i] != '<'; i++) {
                if (!Base64Stream.isDigit(buffer[i]) && "= \n\r\t".indexOf(buffer[i]) < 0) {
                    return false;
                }
            }
            return true;
        }

        private boolean matches(byte[] text) {
            if (limit - position < text.length) {
                return false;
            }
            for (int i = 0; i < text.length; i++) {
                int next = buffer[position + i];
                if (next != text[i] && Character.toLowerCase(next) != text[i]) {
                    return false;
                }
            }
            return true;
        }

        /** Returns whether {@code count} bytes are left, which are then in the buffer. */
        private boolean has(int count) throws IOException {
            while (limit - position < count) {
                System.arraycopy(buffer, position, buffer, 0, limit - position);
                limit -= position;
                position = 0;
                int read = page.read(buffer, limit, buffer.length - limit);
                if (read < 0) {
                    return false;
                }
                limit += read;
            }
            return true;
        }

        /** The text of the current block. Closing it leaves the page open. */
        private final class Block extends BlockStream {
            private final int number = blocks;

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                boolean isOpen = number == blocks && inBlock;
                if (!isOpen || length == 0) {
                    return isOpen ? 0 : -1;
                }
                if (!has(END.length) && limit == position) {
                    inBlock = false;
                    cutOff = true;
                    return -1;
                }
                if (matches(END)) {
                    inBlock = false;
                    return -1;
                }
                int end = position + 1;
                while (end < limit && end - position < length && buffer[end] != '<') {
                    end++;
                }
                int read = end - position;
                System.arraycopy(buffer, position, into, offset, read);
                position = end;
                return read;
            }
        }
    }

    /** A decoder of base64 that skips all other characters. It decodes all complete bytes of a truncated text. */
    private static final class Base64Stream extends BlockStream {
        /* Not the stream of the JDK's decoder, which decodes byte by byte, and at a truncated last group discards the
         * bytes decoded for the same read. */
        private static final int BUFFER_BYTES = 1 << 13;
        private static final int GROUP = 4;

        private final InputStream text;
        private final byte[] digits = new byte[BUFFER_BYTES];
        /** Number of digits that are not decoded yet, less than a group. */
        private int left;

        private ByteBuffer decoded = ByteBuffer.allocate(0);

        Base64Stream(InputStream text) {
            this.text = text;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            while (!decoded.hasRemaining()) {
                int read = text.read(digits, left, BUFFER_BYTES - left);
                if (read < 0 && left < 2) {
                    return -1;
                }
                decode(read);
            }
            int count = Math.min(length, decoded.remaining());
            decoded.get(into, offset, count);
            return count;
        }

        private void decode(int read) {
            int count = left;
            for (int i = left; i < left + read; i++) {
                if (isDigit(digits[i])) {
                    digits[count++] = digits[i];
                }
            }
            left = read < 0 ? 0 : count % GROUP;
            decoded = Base64.getDecoder().decode(ByteBuffer.wrap(digits, 0, count - left));
            System.arraycopy(digits, count - left, digits, 0, left);
        }

        static boolean isDigit(byte c) {
            return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/';
        }
    }
}
