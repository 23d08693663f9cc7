// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** Numbers of passes. */
public final class PassNumber {
    private PassNumber() {}

    /** Returns the number in a member, or in its text where 64 bits do not fit a reader's numbers; 0 if none. */
    public static long of(Args args, String member) {
        Number number = args.number(member);
        if (number != null) {
            return number.longValue();
        }
        String text = args.text(member);
        if (text == null || !text.startsWith("0x")) {
            return 0;
        }
        try {
            return Long.parseUnsignedLong(text.substring(2), 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Returns a key for a number, which is unique within one JVM alone; never 0, which is no number. */
    public static long key(long number, long pid) {
        long key = number + pid * 0xD1342543DE82EF95L;
        return key == 0 ? 1 : key;
    }

    /**
     * Returns a key for the {@code bind_id} of a span: each JVM numbers passes by itself, other ids are unique in the
     * whole trace.
     */
    public static long key(long bindId, int spanFlags, long pid) {
        return key(bindId, (spanFlags & SpanFlags.OF_CALLBACK) != 0 ? pid : 0);
    }
}
