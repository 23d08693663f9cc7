// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.LossCounter;
import org.jspecify.annotations.Nullable;

/** The trace ids that threads have in the contexts of their logs. A bounded table: nothing is left in the threads. */
final class TraceIds {
    private static final int WITH_SPAN = 32 + 1 + 16;

    private static final int MOST_CHARACTERS = 64;
    private static final WeakTable<Entry> BY_THREAD = new WeakTable<>();

    private TraceIds() {}

    /** Initialises the classes that this one needs. */
    static void initialize() {
        put("", "0");
        current();
        forget("");
        forgetUnless("");
        clear();
    }

    static void clear() {
        BY_THREAD.clear();
    }

    /**
     * Sets the id of the current thread.
     *
     * @param key the word by which it is known, for {@link #forget}
     * @return whether it is one
     */
    static boolean put(String key, String id) {
        if (!isShort(id)) {
            LossCounter.TEXTS_DROPPED.increment();
            return false;
        }
        BY_THREAD.put(Thread.currentThread(), new Entry(key, id));
        return true;
    }

    /** Returns the id of the current thread; null if it has none. */
    static @Nullable String current() {
        Entry entry = BY_THREAD.getOfRecording(Thread.currentThread());
        return entry == null ? null : entry.id;
    }

    /** Returns whether an id is that of a trace with the id of a span of OpenTelemetry in it after a hyphen. */
    static boolean isOfSpan(@Nullable String id, String trace) {
        return id != null && id.length() == WITH_SPAN && id.startsWith(trace.concat("-"));
    }

    /** Removes the id of the current thread, if it is known by this key. */
    static void forget(String key) {
        forget(key, true);
    }

    /** Removes the id of the current thread, unless it is known by this key. */
    static void forgetUnless(String key) {
        forget(key, false);
    }

    private static void forget(String key, boolean isKnownByIt) {
        Thread thread = Thread.currentThread();
        Entry entry = BY_THREAD.get(thread);
        if (entry != null && entry.key.equals(key) == isKnownByIt) {
            BY_THREAD.remove(thread);
        }
    }

    /* Whatever the program puts under the key of a trace id: data of its users must not get into the trace. */
    private static boolean isShort(String id) {
        int length = id.length();
        for (int i = 0; i < length; i++) {
            char c = id.charAt(i);
            boolean isWord = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!isWord && c != '-' && c != '_') {
                return false;
            }
        }
        return length > 0 && length <= MOST_CHARACTERS;
    }

    /** The id of one thread. */
    private static final class Entry {
        final String key;
        final String id;

        Entry(String key, String id) {
            this.key = key;
            this.id = id;
        }
    }
}
