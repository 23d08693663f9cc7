// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The beginning of data. An importer recognises its format by it. Inspection does not consume the data. */
public final class FormatProbe {
    /** Bytes that are inspected unless an importer requests more. */
    public static final int HEAD_BYTES = 1 << 16;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final TraceData data;
    private @Nullable String text;

    FormatProbe(TraceData data) {
        this.data = data;
    }

    /** Returns whether the file's name ends with this text, in upper or lower case. */
    public boolean nameEndsWith(String ending) {
        return endsWith(data.name(), ending);
    }

    public static boolean endsWith(String name, String ending) {
        return name.toLowerCase(Locale.ROOT).endsWith(ending.toLowerCase(Locale.ROOT));
    }

    /** Returns the first 64 KB, or all data if there are fewer. The caller must not change the array. */
    public byte[] head() throws IOException {
        return head(HEAD_BYTES);
    }

    /**
     * Returns at least this number of bytes, up to {@link TraceData#MAX_HEAD_BYTES}, or all data if there are fewer.
     * The caller must not change the array.
     */
    public byte[] head(int bytes) throws IOException {
        return data.head(bytes);
    }

    /** Returns whether the data begin with these bytes, each from 0 to 255. */
    public boolean startsWith(int... bytes) throws IOException {
        byte[] head = head();
        if (head.length < bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if ((head[i] & 0xff) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the first 64 KB as text without a byte order mark and leading white space: UTF-16 if the mark is
     * UTF-16's, else UTF-8. The last character may be cut.
     */
    public String text() throws IOException {
        String known = text;
        if (known == null) {
            String decoded = new String(head(), charset());
            int start = !decoded.isEmpty() && decoded.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
            known = decoded.substring(start).stripLeading();
            text = known;
        }
        return known;
    }

    private Charset charset() throws IOException {
        if (startsWith(0xFE, 0xFF)) {
            return StandardCharsets.UTF_16BE;
        }
        return startsWith(0xFF, 0xFE) ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
    }
}
