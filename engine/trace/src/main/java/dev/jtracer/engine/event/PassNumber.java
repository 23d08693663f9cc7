// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** Numbers of passes in arguments: as numbers, or as text where 64 bits do not fit a reader's numbers. */
public final class PassNumber {
    private PassNumber() {}

    /** Returns the number in a member; 0 if there is none. */
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
}
