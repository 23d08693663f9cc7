// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.PendingLink;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordedName;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls that had not ended when a JVM was killed, often the reason for the kill. The tracer keeps a window of
 * time around a slow call when the call ends. Their time is not known: a JVM whose threads all hang records nothing.
 */
final class HangingCalls implements RecordSink {
    private record Begin(int methodId, long nanos) {}

    private final Map<Long, Deque<Begin>> threads = new HashMap<>();
    private final PendingLink link = new PendingLink();
    private Deque<Begin> open = new ArrayDeque<>();
    private long lastNanos;

    /** Returns the time from shortly before the first of these calls to the last record; null if there is none. */
    static @Nullable RetainedWindow window(RecordingReader recording, long leastNanos) throws IOException {
        HangingCalls hanging = new HangingCalls();
        new RecordMerge(recording).readAll(hanging, done -> {}, () -> false);
        return hanging.window(leastNanos, recording);
    }

    private @Nullable RetainedWindow window(long leastNanos, RecordingReader recording) {
        Begin first = null;
        long calls = 0;
        for (Deque<Begin> nested : threads.values()) {
            Begin outermost = nested.peekLast();
            if (outermost != null) {
                calls++;
                first = first == null || outermost.nanos < first.nanos ? outermost : first;
            }
        }
        return first == null
                ? null
                : new RetainedWindow(
                        Math.max(0, first.nanos - leastNanos),
                        lastNanos,
                        calls,
                        name(recording.names(), first.methodId),
                        lastNanos - first.nanos);
    }

    /** Returns the name of a method; empty if the killed JVM could not write it any more. */
    private static String name(List<String> names, int methodId) {
        return methodId < names.size() ? RecordedName.of(names.get(methodId)).name() : "";
    }

    @Override
    public void thread(long threadId, boolean virtual) {
        open = threads.computeIfAbsent(threadId, thread -> new ArrayDeque<>());
        link.clear();
    }

    @Override
    public void link(int code, long number) {
        link.set(code, number);
    }

    @Override
    public void record(int kind, long nanos, int methodId) {
        lastNanos = Math.max(lastNanos, nanos);
        if (kind != SpoolLayout.KIND_ENTER) {
            open.poll(); // none if the begin was dropped for newer records
        } else if (link.poll() != SpoolLayout.CONTROL_PASS) {
            open.push(new Begin(methodId, nanos));
        }
    }

    @Override
    public void lost(long records) {
        // What began before may have ended in the gap.
        open.clear();
    }
}
