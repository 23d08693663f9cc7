// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The entries of the tracer's jar file, found by one reading of the jar's directory.
 *
 * <pre>
 * entries     header, name, extra field, content      each
 * directory   header, name, extra field, comment      for each entry
 * end         header, comment
 * </pre>
 */
final class AgentJar implements Closeable {
    /* Not java.util.jar.JarFile, whose objects for each entry take a quarter of the time of loading the class in it. All
     * numbers are little-endian; the constants are offsets in the headers. */
    private static final int ENTRY_NAME_BYTES = 26;
    private static final int ENTRY_EXTRA_BYTES = 28;
    private static final int ENTRY_HEADER = 30;

    private static final int METHOD = 10;
    private static final int STORED_BYTES = 20;
    private static final int BYTES = 24;
    private static final int NAME_BYTES = 28;
    private static final int EXTRA_BYTES = 30;
    private static final int COMMENT_BYTES = 32;
    private static final int ENTRY_OFFSET = 42;
    private static final int NAME = 46;

    private static final int COUNT = 10;
    private static final int DIRECTORY_BYTES = 12;
    private static final int DIRECTORY_OFFSET = 16;
    private static final int END_HEADER = 22;
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int LONGEST_COMMENT = 0xffff;

    private static final int NOT_COMPRESSED = 0;

    private final RandomAccessFile file;
    private final byte[] directory;

    /** Offsets in the directory by name. */
    private final Map<String, Integer> entries;

    AgentJar(File path) throws IOException {
        file = new RandomAccessFile(path, "r");
        try {
            long tailOffset = Math.max(0, file.length() - END_HEADER - LONGEST_COMMENT);
            byte[] tail = read(tailOffset, (int) (file.length() - tailOffset));
            int end = end(tail);
            directory = read(int32(tail, end + DIRECTORY_OFFSET), int32(tail, end + DIRECTORY_BYTES));
            entries = entries(int16(tail, end + COUNT));
        } catch (IOException | RuntimeException | Error unreadable) {
            file.close();
            throw unreadable;
        }
    }

    private static int end(byte[] tail) throws IOException {
        int end = tail.length - END_HEADER;
        while (end >= 0 && int32(tail, end) != END_SIGNATURE) {
            end--;
        }
        if (end < 0) {
            throw new ZipException("not a jar file");
        }
        return end;
    }

    private Map<String, Integer> entries(int count) {
        Map<String, Integer> offsets = new HashMap<>(count * 2);
        int offset = 0;
        for (int i = 0; i < count; i++) {
            int nameBytes = int16(directory, offset + NAME_BYTES);
            offsets.put(new String(directory, offset + NAME, nameBytes, StandardCharsets.UTF_8), offset);
            int extraBytes = int16(directory, offset + EXTRA_BYTES);
            offset += NAME + nameBytes + extraBytes + int16(directory, offset + COMMENT_BYTES);
        }
        return offsets;
    }

    boolean contains(String name) {
        return entries.containsKey(name);
    }

    /** Returns the content of an entry, or null if there is none. */
    byte @Nullable [] read(String name) throws IOException {
        Integer entry = entries.get(name);
        if (entry == null) {
            return null;
        }
        int offset = int32(directory, entry + ENTRY_OFFSET);
        byte[] header = read(offset, ENTRY_HEADER);
        int content = ENTRY_HEADER + int16(header, ENTRY_NAME_BYTES) + int16(header, ENTRY_EXTRA_BYTES);
        byte[] stored = read(offset + content, int32(directory, entry + STORED_BYTES));
        return int16(directory, entry + METHOD) == NOT_COMPRESSED
                ? stored
                : inflate(stored, int32(directory, entry + BYTES));
    }

    private static byte[] inflate(byte[] stored, int length) throws IOException {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stored);
            byte[] content = new byte[length];
            if (inflater.inflate(content) < length) {
                throw new ZipException("an entry ends early");
            }
            return content;
        } catch (DataFormatException damaged) {
            throw new ZipException(damaged.getMessage());
        } finally {
            inflater.end();
        }
    }

    private synchronized byte[] read(long offset, int length) throws IOException {
        byte[] bytes = new byte[length];
        file.seek(offset);
        file.readFully(bytes);
        return bytes;
    }

    private static int int16(byte[] bytes, int offset) {
        return (bytes[offset] & 0xff) | (bytes[offset + 1] & 0xff) << 8;
    }

    private static int int32(byte[] bytes, int offset) {
        return int16(bytes, offset) | int16(bytes, offset + 2) << 16;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
