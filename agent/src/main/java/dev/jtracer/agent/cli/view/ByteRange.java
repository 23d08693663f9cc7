// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.view;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file, as the header {@code Range} requests it.
 *
 * @param start the first byte
 * @param end the byte after the last
 */
record ByteRange(long start, long end) {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /**
     * Returns the requested part of a file; null if the file does not have it. A header that is missing, or of a form
     * that need not be understood, requests the whole file.
     */
    static @Nullable ByteRange of(@Nullable String header, long size) {
        Matcher matcher = RANGE.matcher(header == null ? "" : header);
        if (!matcher.matches() || matcher.group(1).isEmpty() && matcher.group(2).isEmpty()) {
            return new ByteRange(0, size);
        }
        if (matcher.group(1).isEmpty()) {
            long last = Long.parseLong(matcher.group(2));
            return last == 0 ? null : new ByteRange(Math.max(0, size - last), size);
        }
        long start = Long.parseLong(matcher.group(1));
        long end = matcher.group(2).isEmpty() ? size : Math.min(size, Long.parseLong(matcher.group(2)) + 1);
        return start < end ? new ByteRange(start, end) : null;
    }

    long length() {
        return end - start;
    }
}
