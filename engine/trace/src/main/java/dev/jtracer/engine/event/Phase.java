// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Phase of an event: the {@code ph} field of Chrome's format. Complete; the code is the character in the file. */
public enum Phase {
    /** The begin of a call on a thread; strictly nested per process and thread. */
    DURATION_BEGIN('B'),
    /** The end of a call on a thread. */
    DURATION_END('E'),
    /** A call with its duration. */
    COMPLETE('X'),
    INSTANT('i'),
    /** An instant of older writers and of DevTools. */
    INSTANT_OLD('I'),
    COUNTER('C'),
    /** The begin of a span on an id; nested per id. jtracer writes calls in this form. */
    ASYNC_BEGIN('b'),
    ASYNC_INSTANT('n'),
    ASYNC_END('e'),
    LEGACY_ASYNC_START('S'),
    LEGACY_ASYNC_STEP_INTO('T'),
    LEGACY_ASYNC_STEP_PAST('p'),
    LEGACY_ASYNC_FINISH('F'),
    FLOW_START('s'),
    FLOW_STEP('t'),
    FLOW_FINISH('f'),
    SAMPLE('P'),
    OBJECT_CREATED('N'),
    OBJECT_SNAPSHOT('O'),
    OBJECT_DELETED('D'),
    /** A name or sort order of a process or thread. It has no time. */
    METADATA('M'),
    MEMORY_DUMP_GLOBAL('V'),
    MEMORY_DUMP_PROCESS('v'),
    MARK('R'),
    CLOCK_SYNC('c'),
    CONTEXT_ENTER('('),
    CONTEXT_LEAVE(')'),
    LINK_IDS('=');

    /** The highest {@link #code} of a phase. */
    public static final int MAX_CODE = 127;

    private static final @Nullable Phase[] BY_CODE = new @Nullable Phase[MAX_CODE + 1];

    static {
        for (Phase phase : values()) {
            BY_CODE[phase.code] = phase;
        }
    }

    public static final Set<Phase> ALL = Set.of(values());

    private final char code;

    Phase(char code) {
        this.code = code;
    }

    /** Returns the character of this phase in a file. */
    public char code() {
        return code;
    }

    /** Returns the phase of a character, or null if Chrome's format has none. */
    public static @Nullable Phase of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
