// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;

/**
 * The charset of a standard stream. It is the system's, but UTF-8 in the locale {@code C}, which containers have:
 * there the system's is ASCII, and every other character would be written as a question mark.
 */
public final class StreamCharset {
    private StreamCharset() {}

    /**
     * Returns the charset.
     *
     * @param property system property of Java 18 and later that names it, {@code stdout.encoding} or
     *     {@code stderr.encoding}
     */
    public static Charset of(String property) {
        return ofName(System.getProperty(
                property, System.getProperty("sun." + property, System.getProperty("native.encoding", ""))));
    }

    static Charset ofName(String name) {
        try {
            Charset charset = Charset.forName(name);
            return charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : charset;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return StandardCharsets.UTF_8;
        }
    }
}
