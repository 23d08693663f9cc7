// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Phase of an event: the {@code ph} field of Chrome's format. Complete; the code is the character in the file. */
public enum Phase {
    /** A call begins on a thread; strictly nested per process and thread. */
    DURATION_BEGIN('B'),
    /** A call ends on a thread. */
    DURATION_END('E'),
    /** A call with its duration. */
    COMPLETE('X'),
    INSTANT('i'),
    /** An instant as older writers, and DevTools to this day, spell it. */
    INSTANT_OLD('I'),
    COUNTER('C'),
    /** A span begins on an id; nested per id. This is how jtracer writes calls. */
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
    /** Names and sort orders of processes and threads. Belongs to no point in time. */
    METADATA('M'),
    MEMORY_DUMP_GLOBAL('V'),
    MEMORY_DUMP_PROCESS('v'),
    MARK('R'),
    CLOCK_SYNC('c'),
    CONTEXT_ENTER('('),
    CONTEXT_LEAVE(')'),
    LINK_IDS('=');

    /** No phase has a higher {@link #code}. */
    public static final int MAX_CODE = 127;

    private static final @Nullable Phase[] BY_CODE = new @Nullable Phase[MAX_CODE + 1];

    static {
        for (Phase phase : values()) {
            BY_CODE[phase.code] = phase;
        }
    }

    /** Every phase. */
    public static final Set<Phase> ALL = Collections.unmodifiableSet(EnumSet.allOf(Phase.class));

    private final char code;

    Phase(char code) {
        this.code = code;
    }

    /** Returns the character of this phase in a file. */
    public char code() {
        return code;
    }

    /** Returns the phase of a character, or null when Chrome's format has none. */
    public static @Nullable Phase of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
