// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import dev.jtracer.engine.event.EndFacts;
import java.util.Map;

/**
 * Counts of lost records by cause.
 *
 * @param noFreeBuffer lost because no buffer became free in time
 * @param atStop lost by threads that waited for a buffer when the recording stopped
 * @param atStackEnd lost because no stack was left to store them
 * @param failures lost by other errors of the recorder
 * @param discarded discarded by a ring before they were written
 */
public record LostRecords(long noFreeBuffer, long atStop, long atStackEnd, long failures, long discarded) {
    /** Reads the counts from the counters at a recording's end. A file of an earlier version has the total only. */
    public static LostRecords of(Map<String, String> counters) {
        long known = number(counters, EndFacts.AT_STOP)
                + number(counters, EndFacts.AT_STACK_END)
                + number(counters, EndFacts.FAILURES)
                + number(counters, EndFacts.DISCARDED);
        return new LostRecords(
                Math.max(0, number(counters, EndFacts.LOST) - known),
                number(counters, EndFacts.AT_STOP),
                number(counters, EndFacts.AT_STACK_END),
                number(counters, EndFacts.FAILURES),
                number(counters, EndFacts.DISCARDED));
    }

    /** Returns the sum of a counter of two files. */
    public static String sum(String one, String other) {
        try {
            return Long.toString(Math.addExact(Long.parseLong(one), Long.parseLong(other)));
        } catch (NumberFormatException | ArithmeticException damaged) {
            return other;
        }
    }

    private static long number(Map<String, String> counters, String name) {
        try {
            return Long.parseLong(counters.getOrDefault(name, "0"));
        } catch (NumberFormatException damaged) {
            return 0;
        }
    }

    public long total() {
        return noFreeBuffer + atStop + atStackEnd + failures + discarded;
    }

    public LostRecords since(LostRecords before) {
        return new LostRecords(
                noFreeBuffer - before.noFreeBuffer,
                atStop - before.atStop,
                atStackEnd - before.atStackEnd,
                failures - before.failures,
                discarded - before.discarded);
    }

    /** Returns the causes with their counts: {@code 3 because no buffer was free, 1 by errors of the recorder}. */
    public String causes() {
        StringBuilder text = new StringBuilder();
        append(text, noFreeBuffer, "because no buffer was free");
        append(text, atStop, "by threads that waited for a buffer at the stop");
        append(text, atStackEnd, "at the end of a thread's stack");
        append(text, failures, "by errors of the recorder");
        append(text, discarded, "to make room in the ring");
        return text.toString();
    }

    private static void append(StringBuilder text, long count, String cause) {
        if (count > 0) {
            text.append((text.length() == 0 ? "" : ", ") + count + " " + cause);
        }
    }
}
