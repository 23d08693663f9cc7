// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.BlockStream;
import dev.jtracer.engine.importer.ContainerImporter;
import dev.jtracer.engine.importer.TraceData;
import dev.jtracer.engine.text.PlainText;
import java.io.EOFException;
import java.io.IOException;
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
        return new Entries(container.name(), new ZipInputStream(container.stream()));
    }

    private static final class Entries implements Subtraces {
        private final String name;
        private final ZipInputStream zip;
        private boolean cutOff;
        private int entries;
        private long unpackedBytes;
        private List<String> damages = List.of();

        Entries(String name, ZipInputStream zip) {
            this.name = name;
            this.zip = zip;
        }

        @Override
        public @Nullable TraceData next() throws IOException {
            if (cutOff || !damages.isEmpty()) {
                return null;
            }
            try {
                ZipEntry entry = zip.getNextEntry();
                while (entry != null && entry.isDirectory()) {
                    entries++;
                    entry = zip.getNextEntry();
                }
                return entry == null ? null : part(entry);
            } catch (EOFException e) {
                cutOff = true;
                return null;
            } catch (ZipException e) {
                damaged("zip data that cannot be read, " + e.getMessage());
                return null;
            } catch (IllegalArgumentException e) { // on JDK 17; later ones throw a ZipException
                damaged("the name of an entry is not UTF-8; unpack the archive and name its files");
                return null;
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
                    int read = cutOff || !damages.isEmpty() ? -1 : zip.read(into, offset, length);
                    unpackedBytes += Math.max(0, read);
                    return read;
                } catch (EOFException e) {
                    cutOff = true;
                } catch (ZipException e) {
                    damaged("zip data that cannot be read, " + e.getMessage());
                }
                return -1;
            }
        }
    }
}
