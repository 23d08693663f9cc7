// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Bytes compressed by gzip (RFC 1952), whose checksum reveals damage. */
final class Deflated {
    /** A report on a million methods takes less. A forged one cannot take more. */
    private static final int MOST_BYTES = 1 << 29;

    private Deflated() {}

    /** Returns a head followed by the compressed body. */
    static byte[] append(byte[] head, byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head);
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return bytes.toByteArray();
    }

    /**
     * Returns the body that starts at an offset.
     *
     * @param input input for complaints
     */
    static byte[] read(byte[] bytes, int offset, PartialInput input) throws PartialFormatException {
        byte[] body = {};
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes, offset, bytes.length - offset))) {
            body = in.readNBytes(MOST_BYTES);
            input.require(in.read() < 0, "it is too large");
        } catch (PartialFormatException e) {
            throw e;
        } catch (IOException e) {
            input.require(false, "its checksum is wrong, or it ends in the middle");
        }
        return body;
    }
}
