// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.RecordLayout;
import org.jspecify.annotations.Nullable;

/** The control records before the end of a request: its status and its trace id. */
final class EndLinks {
    /** Characters of a trace id in one record. */
    private static final int CHARACTERS = RecordLayout.DELTA_BITS / Byte.SIZE;

    private static final long[] NONE = {};

    private EndLinks() {}

    /**
     * Returns the records.
     *
     * @param status the status; 0 or less if it is not known
     * @param traceId characters of ASCII; null if it is not known
     */
    static long[] of(int status, @Nullable String traceId) {
        int first = status > 0 ? 1 : 0;
        int length = traceId == null ? 0 : traceId.length();
        if (first + length == 0) {
            return NONE;
        }
        long[] links = new long[first + (length + CHARACTERS - 1) / CHARACTERS];
        if (first > 0) {
            links[0] = RecordLayout.control(RecordLayout.CONTROL_RESULT, status);
        }
        for (int at = 0, link = first; traceId != null && at < length; at += CHARACTERS, link++) {
            long characters = 0;
            for (int i = Math.min(length, at + CHARACTERS) - 1; i >= at; i--) {
                characters = characters << Byte.SIZE | traceId.charAt(i) & 0x7f;
            }
            links[link] = RecordLayout.control(RecordLayout.CONTROL_TRACE_ID, characters);
        }
        return links;
    }
}
