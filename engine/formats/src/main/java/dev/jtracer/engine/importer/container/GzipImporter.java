// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import dev.jtracer.engine.importer.BlockStream;
import dev.jtracer.engine.importer.ContainerImporter;
import dev.jtracer.engine.importer.TraceData;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** An importer of compressed files, of one member or many. */
public final class GzipImporter implements ContainerImporter {
    @Override
    public String name() {
        return "gzip";
    }

    @Override
    public boolean canImport(TraceData data) throws IOException {
        return data.startsWith(GzipStream.MAGIC_1, GzipStream.MAGIC_2, GzipStream.DEFLATED);
    }

    @Override
    public boolean holdsOne() {
        return true;
    }

    @Override
    public Subtraces open(TraceData container) throws IOException {
        return new GzipStream(innerName(container), container.stream());
    }

    private static String innerName(TraceData container) {
        String name = container.name();
        return container.nameEndsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
    }

    /**
     * The bytes of gzip data of any number of members (RFC 1952), which are one trace. A truncated stream ends
     * normally, so that the data before are not lost; {@link #cutOff} reports it. Damage ends the stream, too; {@link
     * #damages} reports it.
     */
    static final class GzipStream extends BlockStream implements ContainerImporter.Subtraces {
        static final int MAGIC_1 = 0x1f;
        static final int MAGIC_2 = 0x8b;
        static final int DEFLATED = 8;

        private static final int BUFFER_BYTES = 1 << 16;
        /* A read that meets damage loses what it has unpacked before. */
        private static final int MOST_BYTES_A_READ = 1 << 12;

        private final InputStream packed;
        private @Nullable TraceData trace;
        private @Nullable Members content;
        private long unpackedBytes;
        private boolean ended;
        private boolean cutOff;
        private List<String> damages = List.of();

        /**
         * Creates a stream of the content of packed data, which {@link #close} closes.
         *
         * <p>Reading throws {@link ZipException} at damaged data from which nothing can be unpacked; the message is
         * for the user.
         *
         * @param name that of the trace in messages
         */
        GzipStream(String name, InputStream packed) {
            this.packed = packed;
            this.trace = TraceData.of(name, this);
        }

        @Override
        public @Nullable TraceData next() {
            TraceData next = trace;
            trace = null;
            return next;
        }

        /** Returns whether the data ended in the middle; known when their end has been read. */
        @Override
        public boolean cutOff() {
            return cutOff;
        }

        @Override
        public List<String> damages() {
            return damages;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (ended) {
                return length == 0 ? 0 : -1;
            }
            try {
                if (content == null) {
                    content = new Members(new Available(packed));
                }
                int read = content.read(into, offset, Math.min(length, MOST_BYTES_A_READ));
                unpackedBytes += Math.max(0, read);
                if (read >= 0) {
                    return read;
                }
                int rest = content.rest();
                cutOff = rest == Members.CUT_HEADER;
                if (rest == Members.OTHER_DATA) {
                    damaged("other data behind one of its parts");
                }
            } catch (EOFException e) {
                cutOff = true;
            } catch (ZipException e) {
                damaged(String.valueOf(e.getMessage()));
            } catch (StackOverflowError e) { // the JDK's stream takes a level of the stack for each empty member
                damaged("too many of its parts are empty");
            }
            ended = true;
            return -1;
        }

        private void damaged(String how) throws ZipException {
            if (unpackedBytes == 0) {
                throw new ZipException("damaged gzip data, " + how);
            }
            damages = List.of("damaged gzip data behind " + unpackedBytes + " unpacked bytes, " + how
                    + "; what follows is not read");
        }

        @Override
        public void close() throws IOException {
            try (packed) {
                if (content != null) {
                    content.close();
                }
            }
        }

        /** The content of all members. The JDK's stream takes any fault in the header of a later one for the end. */
        private static final class Members extends GZIPInputStream {
            static final int NOTHING = 0;
            static final int CUT_HEADER = 1;
            static final int OTHER_DATA = 2;

            private static final int TRAILER_BYTES = 8;
            private static final int LEAST_HEADER_BYTES = 10;

            Members(InputStream in) throws IOException {
                super(in, BUFFER_BYTES);
            }

            /** Returns what stands behind the last member, of whose trailer the whole was read. Zeros are padding. */
            int rest() throws IOException {
                int start = len - inf.getRemaining() + TRAILER_BYTES;
                InputStream rest = start < len
                        ? new SequenceInputStream(new ByteArrayInputStream(buf, start, len - start), in)
                        : in;
                int first = rest.read();
                boolean isPadding = first == 0;
                while (first == 0) {
                    first = rest.read();
                }
                if (first < 0) {
                    return NOTHING;
                }
                boolean isCut = !isPadding
                        && first == MAGIC_1
                        && rest.readNBytes(LEAST_HEADER_BYTES).length < LEAST_HEADER_BYTES - 1;
                return isCut ? CUT_HEADER : OTHER_DATA;
            }
        }

        /** Always reports available bytes, without which the JDK's stream may end after the first member. */
        private static final class Available extends FilterInputStream {
            Available(InputStream in) {
                super(in);
            }

            @Override
            public int available() {
                return 1;
            }
        }
    }
}
