// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a trace: a file, or a part of a container. The beginning can be inspected repeatedly, the whole can be
 * read once. Not safe for use by several threads.
 */
public final class TraceData implements Closeable {
    /** Limit of the bytes inspected, which are held in memory. */
    public static final int MAX_HEAD_BYTES = 1 << 20;

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

    public FormatProbe probe() {
        return new FormatProbe(this);
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

    byte[] head(int bytes) throws IOException {
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
