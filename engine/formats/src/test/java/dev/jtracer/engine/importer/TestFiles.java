// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Contents of files that tests import. */
public final class TestFiles {
    private TestFiles() {}

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A trace with one instant of a name, at a time in microseconds. */
    public static String instant(String name, long micros) {
        return "[{\"ph\":\"i\",\"ts\":" + micros + ",\"pid\":1,\"tid\":1,\"name\":\"" + name + "\"}]";
    }

    public static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    /** An archive of entries given as name and content in turn; a content is text or bytes. */
    public static byte[] zip(Object... namesAndContents) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(packed)) {
            for (int i = 0; i < namesAndContents.length; i += 2) {
                out.putNextEntry(new ZipEntry((String) namesAndContents[i]));
                Object content = namesAndContents[i + 1];
                out.write(content instanceof byte[] bytes ? bytes : bytes((String) content));
            }
        }
        return packed.toByteArray();
    }

    public static byte[] join(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
