// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The texts in the file in which HotSpot publishes its performance data, {@code hsperfdata_USER/PID}. */
final class PerfData {
    /* Reading the file neither stops the JVM nor leaves anything in it. Format: perfMemory.hpp of HotSpot, version
     * 2.0. */
    private static final int SIGNATURE = 0xcafec0c0;

    private static final int BYTE_ORDER = 4;
    private static final int ENTRY_OFFSET = 24;
    private static final int HEADER = 32;
    private static final char TEXT = 'B';

    /** HotSpot's files have 32 KiB unless {@code -XX:PerfDataMemorySize} says otherwise. */
    private static final int MOST_BYTES = 1 << 20;

    private PerfData() {}

    /**
     * Returns the texts by name; those that can be read if the file is damaged.
     *
     * @throws IOException also if the path is a link, a pipe or a device, which any user can put in a directory for
     *     all
     */
    static Map<String, String> texts(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || !Files.isDirectory(file.resolveSibling(""), LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(file.toString());
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return texts(in.readNBytes(MOST_BYTES));
        }
    }

    static Map<String, String> texts(byte[] bytes) {
        Map<String, String> texts = new HashMap<>();
        try {
            read(ByteBuffer.wrap(bytes), texts);
        } catch (IndexOutOfBoundsException | BufferUnderflowException beingWritten) {
            // What was read so far is right.
        }
        return texts;
    }

    private static void read(ByteBuffer data, Map<String, String> texts) {
        if (data.capacity() < HEADER || data.getInt(0) != SIGNATURE) {
            return;
        }
        data.order(data.get(BYTE_ORDER) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int entry = data.getInt(ENTRY_OFFSET);
        int length;
        for (int left = data.getInt(ENTRY_OFFSET + 4); left > 0; left--, entry += length) {
            length = data.getInt(entry);
            if (length <= 0) {
                return;
            }
            int vectorLength = data.getInt(entry + 8);
            if (vectorLength > 0 && data.get(entry + 12) == TEXT) {
                texts.put(
                        text(data, entry + data.getInt(entry + 4), length),
                        text(data, entry + data.getInt(entry + 16), vectorLength));
            }
        }
    }

    private static String text(ByteBuffer data, int from, int most) {
        int length = 0;
        while (length < most && data.get(from + length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        data.get(from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
