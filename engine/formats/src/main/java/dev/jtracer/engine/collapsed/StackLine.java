// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.collapsed;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line: frames from the outermost, and their count.
 *
 * @param stack the frames with separators between them
 * @param nanos the count as a duration
 */
record StackLine(String stack, long nanos) {
    static final char SEPARATOR = ';';

    private static final int MAX_COUNT_CHARS = 30;
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
    private static final BigDecimal NANOS_PER_COUNT = BigDecimal.valueOf(1000);
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    /** Parses a line; returns null if it is none. A count may have decimals, because some tools write times. */
    static @Nullable StackLine parse(String line) {
        int space = line.lastIndexOf(' ');
        String count = line.substring(space + 1);
        if (space < 1
                || count.length() > MAX_COUNT_CHARS
                || !NUMBER.matcher(count).matches()) {
            return null;
        }
        BigDecimal nanos = new BigDecimal(count).multiply(NANOS_PER_COUNT).setScale(0, RoundingMode.HALF_UP);
        return nanos.compareTo(MOST) > 0
                ? null
                : new StackLine(line.substring(0, space).strip(), nanos.longValue());
    }
}
