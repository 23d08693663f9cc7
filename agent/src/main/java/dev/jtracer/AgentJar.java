// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The files in the tracer's jar: its entries, and the class files of the agent's section. Those of a package are one
 * entry, because the JVM reads the directory of the jar at each start, which took 7 to 15 ms of CPU time for 1,500
 * entries:
 *
 * <pre>
 * inst/com/acme/classes.pack = (name:UTF  length:int  class file)*
 * </pre>
 */
final class AgentJar implements Closeable {
    private static final String PACK = "classes.pack";

    /**
     * The pack of the classes that weave, which each start defines at once. They are in no pack of a package: that
     * would be a seventh of the jar, for a start that needs one of them before it is defined.
     */
    private static final String WEAVING = "inst/dev/jtracer/agent/weaving-classes.pack";

    /** The JVM has read the directory of the jar for its class path, and shares it. */
    private final ZipFile zip;

    /** The class files of the packs that were read, by name; soft, because most are loaded together and only once. */
    private final Map<String, Reference<Map<String, byte[]>>> packs = new ConcurrentHashMap<>();

    AgentJar(File path) throws IOException {
        zip = new ZipFile(path);
    }

    boolean contains(String name) throws IOException {
        return isEntry(name) || packed(name) != null;
    }

    /** Returns whether a file is an entry of its own, which URLs can name. */
    boolean isEntry(String name) {
        return zip.getEntry(name) != null;
    }

    /** Returns the content of a file, or null if there is none. */
    byte @Nullable [] read(String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        return entry == null ? packed(name) : read(entry);
    }

    private byte[] read(ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] content = in.readAllBytes();
            if (content.length < entry.getSize()) {
                throw new ZipException("an entry ends early");
            }
            return content;
        }
    }

    private byte @Nullable [] packed(String name) throws IOException {
        String pack = name.substring(0, name.lastIndexOf('/') + 1).concat(PACK);
        byte[] classFile = pack(pack).get(name);
        // The pack of a package is there even if all of its classes weave.
        return classFile != null || !isEntry(pack) ? classFile : pack(WEAVING).get(name);
    }

    /** Returns the class files of a pack by their names; an empty map if the jar has no such pack. */
    private Map<String, byte[]> pack(String name) throws IOException {
        Reference<Map<String, byte[]>> known = packs.get(name);
        Map<String, byte[]> files = known == null ? null : known.get();
        if (files == null) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                return Collections.emptyMap();
            }
            files = unpacked(read(entry));
            packs.put(name, new SoftReference<>(files));
        }
        return files;
    }

    private static Map<String, byte[]> unpacked(byte[] content) {
        Map<String, byte[]> files = new HashMap<>();
        int offset = 0;
        while (offset < content.length) {
            int name = offset + Short.BYTES;
            int nameEnd = name + ((content[offset] & 0xff) << 8 | content[offset + 1] & 0xff);
            int start = nameEnd + Integer.BYTES;
            int length = 0;
            for (int i = nameEnd; i < start; i++) {
                length = length << 8 | content[i] & 0xff;
            }
            offset = start + length;
            String file = new String(content, name, nameEnd - name, StandardCharsets.ISO_8859_1);
            files.put("inst/".concat(file).concat(".class"), Arrays.copyOfRange(content, start, offset));
        }
        return files;
    }

    /** Closes the jar. No further file can be read. */
    @Override
    public void close() throws IOException {
        zip.close();
        packs.clear();
    }
}
