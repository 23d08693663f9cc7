// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A stretch of time along a line, with round times on it.
 *
 * @param originNanos the time from which times are counted
 * @param fromNanos time at the left end
 * @param toNanos time at the right end
 * @param left left end, in pixels
 * @param right right end, in pixels
 */
record TimeScale(long originNanos, long fromNanos, long toNanos, double left, double right) {
    private static final int PARTS = 7;
    private static final int LONGEST_LABEL = 11;
    private static final String[] UNITS = {" ns", " us", " ms", " s"};

    /**
     * A round time.
     *
     * @param anchor style class of its label, which stays within the line
     */
    record Tick(double x, String label, String anchor) {}

    double x(long nanos) {
        return left + (right - left) * ((double) (nanos - fromNanos) / (toNanos - fromNanos));
    }

    /** Returns the time that a number of pixels shows. */
    long nanos(double pixels) {
        return Math.round(pixels * (toNanos - fromNanos) / (right - left));
    }

    /** Returns round times. Where they would be too long, they are counted from the first of them. */
    List<Tick> ticks() {
        long step = step();
        long first = Math.floorDiv(fromNanos - originNanos + step - 1, step) * step;
        boolean relative = text(toNanos - originNanos, step, unit()).length() > LONGEST_LABEL;
        List<Tick> ticks = new ArrayList<>();
        for (long nanos = first; originNanos + nanos <= toNanos; nanos += step) {
            String label = relative
                    ? (nanos == first ? "+0" : '+' + text(nanos - first, step, unit(toNanos - fromNanos)))
                    : text(nanos, step, unit());
            double x = x(originNanos + nanos);
            ticks.add(new Tick(x, label, x > right - 20 ? "end" : "mid"));
        }
        return ticks;
    }

    /** Returns a time as text, exact to a tenth of a step. */
    String text(long nanos) {
        return text(nanos - originNanos, Math.max(1, step() / 10), unit());
    }

    /** Returns the unit of all times along the line. */
    private int unit() {
        return unit(Math.max(Math.abs(fromNanos - originNanos), Math.abs(toNanos - originNanos)));
    }

    private static int unit(long nanos) {
        int unit = 0;
        for (long rest = nanos; unit < UNITS.length - 1 && rest >= 1000; rest /= 1000) {
            unit++;
        }
        return unit;
    }

    private static String text(long nanos, long step, int unit) {
        double divisor = Math.pow(1000, unit);
        int decimals = 0;
        for (double smallest = divisor; smallest > step && decimals < 9; smallest /= 10) {
            decimals++;
        }
        return String.format(Locale.ROOT, "%." + decimals + "f%s", nanos / divisor, UNITS[unit]);
    }

    /** Returns the shortest of 1, 2, 5, 10, 20 .. that divides the time into a few parts. */
    private long step() {
        long span = toNanos - fromNanos;
        for (long step = 1; ; step *= 10) {
            for (int factor : new int[] {1, 2, 5}) {
                if (span / PARTS <= step * factor) {
                    return step * factor;
                }
            }
        }
    }
}
