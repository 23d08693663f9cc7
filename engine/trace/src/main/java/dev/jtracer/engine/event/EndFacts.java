// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The facts of the end of a recording, which has one in each of its files. Some count what happened in a file: 500
 * lost records of the first file and 0 of the second are 500. The others are those of the last file.
 */
public final class EndFacts {
    /* Counters of what happened in a file alone. */
    public static final String RECORDS = "records";
    public static final String LOST = "lostEvents";
    public static final String NO_FREE_BUFFER = "lostNoFreeBuffer";
    public static final String AT_STOP = "lostAtStop";
    public static final String AT_STACK_END = "lostAtStackEnd";
    public static final String FAILURES = "recorderFailures";
    public static final String DISCARDED = "lostDiscarded";
    public static final String OVERWRITTEN = "overwrittenEvents";
    public static final String DROPPED_POINTS = "droppedPoints";

    private static final Set<String> OF_FILE = Set.of(
            RECORDS,
            LOST,
            NO_FREE_BUFFER,
            AT_STOP,
            AT_STACK_END,
            FAILURES,
            DISCARDED,
            OVERWRITTEN,
            DROPPED_POINTS,
            TraceWords.CALLS_CHOSEN,
            TraceWords.CALLS_DROPPED);

    /** By where a file begins; parts of one file repeat its facts. */
    private final SortedMap<Long, Args> files = new TreeMap<>();

    public EndFacts() {}

    /** Returns whether a counter counts what happened in a file alone. */
    public static boolean isOfFile(String counter) {
        return OF_FILE.contains(counter);
    }

    /** Adds the facts of a file's end, in place of those of an earlier part of that file. */
    public void add(Args ofFile) {
        files.put(ofFile.longOrZero(TraceWords.FROM_NANOS), ofFile);
    }

    /** Returns the facts of all files. */
    public Args sum() {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        for (Args file : files.values()) {
            file.asMap()
                    .forEach((fact, value) -> facts.put(fact, isOfFile(fact) ? sum(facts.get(fact), value) : value));
        }
        return Args.of(facts);
    }

    private static @Nullable Object sum(@Nullable Object one, @Nullable Object other) {
        return one instanceof Number before && other instanceof Number more
                ? (Object) Saturated.sum(before.longValue(), more.longValue())
                : other;
    }
}
