// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a trace: a file, or a part of a container. The beginning can be inspected repeatedly, so that an
 * importer recognises its format; the whole can be read once. Not safe for use by several threads.
 */
public final class TraceData implements Closeable {
    /** Limit of the bytes inspected, which are held in memory. */
    public static final int MAX_HEAD_BYTES = 1 << 20;
    /** Bytes that are inspected unless an importer requests more. */
    public static final int HEAD_BYTES = 1 << 16;

    /** Number of bytes that tell the encoding of a text. */
    public static final int START_BYTES = 4;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String name;
    private final @Nullable Path file;
    private @Nullable InputStream in;
    private ImportLimits limits = ImportLimits.DEFAULT;
    private Decoding decoding = Decoding.PREFETCH;
    private byte[] head = new byte[0];
    private volatile @Nullable CountedStream counted;
    private volatile boolean streamed;

    private TraceData(String name, @Nullable Path file, @Nullable InputStream in) {
        this.name = name;
        this.file = file;
        this.in = in;
    }

    /** Returns the data of a file, which is opened at the first access. */
    public static TraceData of(Path file) {
        return new TraceData(file.toString(), file, null);
    }

    /**
     * Returns the remaining data of a stream, which {@link #close} closes. Its name is for messages, and for
     * importers that test its extension; {@code CONTAINER!/PART} for a part of a container.
     */
    public static TraceData of(String name, InputStream in) {
        return new TraceData(name, null, in);
    }

    public String name() {
        return name;
    }

    /** Returns the file, or null for a part of a container. */
    public @Nullable Path file() {
        return file;
    }

    /**
     * Returns the part of the file that has been read, packed or not: 0 to 1; NaN for a part of a container, for a
     * file without a size, and before {@link #stream} is called. May be called on any thread.
     */
    public double progress() {
        CountedStream counter = counted;
        return streamed && counter != null && counter.size > 0
                ? Math.min(1, (double) counter.count / counter.size)
                : Double.NaN;
    }

    /** Returns the limits on memory and time for reading the data, which {@link ImportOptions} may set. */
    public ImportLimits limits() {
        return limits;
    }

    /** Returns the thread that decodes the events; the default unless set by {@link ImportOptions}. */
    public Decoding decoding() {
        return decoding;
    }

    void readBy(ImportLimits otherLimits, Decoding otherDecoding) {
        limits = otherLimits;
        decoding = otherDecoding;
    }

    /**
     * Returns all bytes from the first. Call it once; afterwards the beginning cannot be inspected. Closing the
     * stream closes this.
     */
    public InputStream stream() throws IOException {
        InputStream rest = opened();
        streamed = true;
        return new SequenceInputStream(new ByteArrayInputStream(head), rest);
    }

    /** Returns whether the name ends with this text, in upper or lower case. */
    public boolean nameEndsWith(String ending) {
        return name.toLowerCase(Locale.ROOT).endsWith(ending.toLowerCase(Locale.ROOT));
    }

    /** Returns whether the data begin with these bytes, each from 0 to 255. */
    public boolean startsWith(int... bytes) throws IOException {
        byte[] start = head();
        return start.length >= bytes.length
                && IntStream.range(0, bytes.length).allMatch(i -> (start[i] & 0xff) == bytes[i]);
    }

    /**
     * Returns the first 64 KB as text in the encoding that {@link #charset} detects, without a byte order mark and
     * leading white space. The last character may be cut.
     */
    public String text() throws IOException {
        String text = new String(head(), charset(head()));
        int start = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        return text.substring(start).stripLeading();
    }

    /**
     * Detects the encoding from the first {@link #START_BYTES} of JSON, whose first two characters are ASCII or a
     * byte order mark.
     */
    public static Charset charset(byte[] start) {
        if (start.length < START_BYTES) {
            return StandardCharsets.UTF_8;
        }
        int first = (start[0] & 0xff) << 8 | start[1] & 0xff;
        int second = (start[2] & 0xff) << 8 | start[3] & 0xff;
        if (first == 0 && (second == 0xfeff || (second > 0 && second < 0x80))) {
            return Charset.forName("UTF-32BE");
        }
        if (second == 0 && (first == 0xfffe || start[1] == 0)) {
            return Charset.forName("UTF-32LE");
        }
        if (first == 0xfeff || (first > 0 && first < 0x80)) {
            return StandardCharsets.UTF_16BE;
        }
        return first == 0xfffe || (start[1] == 0 && start[0] > 0) ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
    }

    /** Returns the first 64 KB, or all data if there are fewer. The caller must not change the array. */
    public byte[] head() throws IOException {
        return head(HEAD_BYTES);
    }

    /**
     * Returns at least this number of bytes, up to {@link #MAX_HEAD_BYTES}, or all data if there are fewer. The
     * caller must not change the array.
     */
    public byte[] head(int bytes) throws IOException {
        if (bytes > MAX_HEAD_BYTES) {
            throw new IllegalArgumentException("a head of '" + bytes + "' bytes is more than '" + MAX_HEAD_BYTES + "'");
        }
        if (head.length < bytes) {
            byte[] more = opened().readNBytes(bytes - head.length);
            if (more.length > 0) {
                int before = head.length;
                head = Arrays.copyOf(head, before + more.length);
                System.arraycopy(more, 0, head, before, more.length);
            }
        }
        return head;
    }

    private InputStream opened() throws IOException {
        InputStream open = in;
        if (open == null) {
            if (file == null) {
                throw new IllegalStateException("'" + name + "' has no data");
            }
            CountedStream counter = new CountedStream(Files.newInputStream(file), Files.size(file));
            counted = counter;
            open = counter;
            in = open;
        }
        return open;
    }

    @Override
    public void close() throws IOException {
        InputStream open = in;
        if (open != null) {
            open.close();
        }
    }

    /** The bytes of a file, read by one thread. */
    private static final class CountedStream extends CountingStream {
        private final long size;
        private volatile long count;

        CountedStream(InputStream in, long size) {
            super(in);
            this.size = size;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, others read
        protected void count(long bytes) {
            count += bytes;
        }
    }
}
