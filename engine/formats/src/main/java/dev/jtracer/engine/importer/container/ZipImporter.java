// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.BlockStream;
import dev.jtracer.engine.importer.ContainerImporter;
import dev.jtracer.engine.importer.TraceData;
import dev.jtracer.engine.text.PlainText;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** An importer of archives. Each entry is a trace, in the order of the archive. */
public final class ZipImporter implements ContainerImporter {
    @Override
    public String name() {
        return "zip";
    }

    /** Returns whether the data begin with the signature of a first entry, or of an archive without entries. */
    @Override
    public boolean canImport(TraceData data) throws IOException {
        return data.startsWith('P', 'K', 3, 4) || data.startsWith('P', 'K', 5, 6);
    }

    @Override
    public Subtraces open(TraceData container) throws IOException {
        return new Entries(container.name(), new Archive(container.stream()));
    }

    private static final class Entries implements Subtraces {
        private final String name;
        private final Archive archive;
        private final ZipInputStream zip;
        private boolean cutOff;
        private int entries;
        private long unpackedBytes;
        private List<String> damages = List.of();

        Entries(String name, Archive archive) {
            this.name = name;
            this.archive = archive;
            this.zip = new ZipInputStream(archive);
        }

        @Override
        public @Nullable TraceData next() throws IOException {
            if (isEnded()) {
                return null;
            }
            try {
                ZipEntry entry = zip.getNextEntry();
                while (entry != null && entry.isDirectory()) {
                    entries++;
                    entry = zip.getNextEntry();
                }
                if (entry == null) {
                    checkEnd();
                    return null;
                }
                return part(entry);
            } catch (EOFException e) {
                cutOff = true;
                return null;
            } catch (ZipException e) {
                damaged(unreadable(e));
                return null;
            } catch (IllegalArgumentException e) { // on JDK 17; later ones throw a ZipException
                damaged("the name of an entry is not UTF-8; unpack the archive and name its files");
                return null;
            }
        }

        /** Checks whether there are more entries: the JDK's stream ends at anything that does not begin one. */
        private void checkEnd() throws IOException {
            int all = archive.entries();
            cutOff = all < 0;
            if (all >= 0 && all != entries && all < Archive.MANY_ENTRIES) {
                damaged("zip data of " + all + " entries");
            }
        }

        /** Returns the data of an entry. Its name, used in messages, may contain anything, so it is escaped. */
        private TraceData part(ZipEntry entry) {
            entries++;
            return TraceData.of(name + "!/" + PlainText.of(entry.getName()), new Content());
        }

        @Override
        public boolean cutOff() {
            return cutOff;
        }

        @Override
        public List<String> damages() {
            return damages;
        }

        private boolean isEnded() {
            return cutOff || !damages.isEmpty();
        }

        private static String unreadable(ZipException how) {
            return "zip data that cannot be read, " + how.getMessage();
        }

        private void damaged(String how) throws TraceSyntaxException {
            if (unpackedBytes == 0) {
                throw new TraceSyntaxException(name, how);
            }
            damages = List.of("in or behind entry " + entries + ", from where on nothing is read: " + how);
        }

        @Override
        public void close() throws IOException {
            zip.close();
        }

        /** The current entry. Its end may be that of the archive. Closing it does not close the archive. */
        private final class Content extends BlockStream {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                try {
                    int read = isEnded() ? -1 : zip.read(into, offset, length);
                    unpackedBytes += Math.max(0, read);
                    return read;
                } catch (EOFException e) {
                    cutOff = true;
                } catch (ZipException e) {
                    damaged(unreadable(e));
                }
                return -1;
            }
        }
    }

    /** The bytes of an archive. The last ones are kept, among which is the record that ends it. */
    private static final class Archive extends FilterInputStream {
        /** Stands for this number of entries and for more. */
        static final int MANY_ENTRIES = 0xFFFF;

        private static final int RECORD_BYTES = 22;
        private static final int ENTRIES_AT = 10;

        /** A ring, with room for the record and the longest comment behind it. */
        private final byte[] last = new byte[1 << 17];

        private long size;

        Archive(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            if (read >= 0) {
                last[ring(size++)] = (byte) read;
            }
            return read;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, Math.min(length, last.length));
            int first = Math.min(read, last.length - ring(size));
            if (read > 0) {
                System.arraycopy(into, offset, last, ring(size), first);
                System.arraycopy(into, offset + first, last, 0, read - first);
                size += read;
            }
            return read;
        }

        /** Reads to the end. Returns the number of entries by the last record; -1 if there is none. */
        int entries() throws IOException {
            transferTo(OutputStream.nullOutputStream());
            for (long at = size - RECORD_BYTES; at >= Math.max(0, size - last.length); at--) {
                if (at(at) == 'P' && at(at + 1) == 'K' && at(at + 2) == 5 && at(at + 3) == 6) {
                    return at(at + ENTRIES_AT) | at(at + ENTRIES_AT + 1) << Byte.SIZE;
                }
            }
            return -1;
        }

        private int at(long position) {
            return Byte.toUnsignedInt(last[ring(position)]);
        }

        private int ring(long position) {
            return (int) (position & last.length - 1);
        }
    }
}
