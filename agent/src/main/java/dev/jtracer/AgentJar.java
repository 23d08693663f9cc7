// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The files in the tracer's jar: its entries, and the class files that are packed in three of them.
 *
 * <pre>
 * pack = (name:UTF  length:int  class file)*
 * </pre>
 */
final class AgentJar implements Closeable {
    private static final String PACKS = "inst/dev/jtracer/agent/";
    private static final String[] NAMES = {"start-classes.pack", "weaving-classes.pack", "recording-classes.pack"};

    /** The JVM has read the directory of the jar for its class path, and shares it. */
    private final ZipFile zip;

    /** The packed class files by name; null before a file is looked for that is no entry. */
    private volatile @Nullable Map<String, Packed> packed;

    AgentJar(File path) throws IOException {
        zip = new ZipFile(path);
    }

    boolean contains(String name) throws IOException {
        return zip.getEntry(name) != null || packed().containsKey(name);
    }

    /** Returns whether a file is an entry of its own, which URLs can name. */
    boolean isEntry(String name) {
        return zip.getEntry(name) != null;
    }

    /** Returns the content of a file, or null if there is none. */
    byte @Nullable [] read(String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry != null) {
            return read(entry, 0, (int) entry.getSize());
        }
        Packed file = packed().get(name);
        return file == null ? null : read(file.pack, file.offset, file.length);
    }

    private byte[] read(ZipEntry entry, int offset, int length) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            in.skipNBytes(offset);
            byte[] content = new byte[length];
            if (in.readNBytes(content, 0, length) < length) {
                throw new ZipException("an entry ends early");
            }
            return content;
        }
    }

    private Map<String, Packed> packed() throws IOException {
        Map<String, Packed> known = packed;
        if (known == null) {
            known = new HashMap<>();
            for (String name : NAMES) {
                ZipEntry pack = zip.getEntry(PACKS.concat(name));
                if (pack != null) {
                    add(pack, read(pack, 0, (int) pack.getSize()), known);
                }
            }
            packed = known;
        }
        return known;
    }

    private static void add(ZipEntry pack, byte[] content, Map<String, Packed> files) {
        int offset = 0;
        while (offset < content.length) {
            int name = offset + Short.BYTES;
            int nameEnd = name + ((content[offset] & 0xff) << 8 | content[offset + 1] & 0xff);
            int start = nameEnd + Integer.BYTES;
            int length = 0;
            for (int i = nameEnd; i < start; i++) {
                length = length << 8 | content[i] & 0xff;
            }
            String file = new String(content, name, nameEnd - name, StandardCharsets.ISO_8859_1);
            files.put("inst/".concat(file).concat(".class"), new Packed(pack, start, length));
            offset = start + length;
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    /** The place of a class file in a pack. */
    private static final class Packed {
        final ZipEntry pack;
        final int offset;
        final int length;

        Packed(ZipEntry pack, int offset, int length) {
            this.pack = pack;
            this.offset = offset;
            this.length = length;
        }
    }
}
