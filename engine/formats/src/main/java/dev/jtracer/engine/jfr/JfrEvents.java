// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jfr;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.importer.EventBuilder;
import java.time.Instant;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** The conversion of a recording's events to trace events. */
final class JfrEvents {
    /**
     * Added to the operating system's number of a thread that is no Java thread, for example of the garbage
     * collector, because Java's own numbers begin at 1 too.
     */
    private static final long NATIVE_THREADS = 1_000_000_000_000L;

    private static final String CATEGORY = "jfr";
    private static final int MOST_STACKS = 10_000;
    /** The settings that limit the rate of samples: of {@code CPUTimeSample} it is the second one. */
    private static final Set<String> PERIODS = Set.of("period", "throttle");

    private final EventBuilder feed;
    private final long startNanos;
    private final long pid;
    private final Map<Long, JfrEventKind> kinds = new HashMap<>();
    private final Map<Long, String> threadNames = new HashMap<>();
    private final Map<Long, String> sampleTypes = new HashMap<>();
    /** By identity: events of a chunk with equal stacks have one object, an eighth as many as events. */
    private final IdentityHashMap<RecordedStackTrace, Args> stacks = new IdentityHashMap<>();

    JfrEvents(EventBuilder feed, long startNanos, long pid) {
        this.feed = feed;
        this.startNanos = startNanos;
        this.pid = pid;
    }

    /** Delivers the start of the recording and the name of its process. */
    void describe(long startEpochMicros, String processName) {
        int track = feed.tracks().thread(pid, 0);
        feed.deliverMetadata(track, TraceWords.PROCESS_NAME, Map.of("name", processName));
        feed.deliverFact(
                track, 0, TraceWords.RECORDING, CATEGORY, Map.of(TraceWords.START_EPOCH_MICROS, startEpochMicros));
    }

    /** Sets the types of the events in the recording. */
    void types(List<EventType> types) {
        for (EventType type : types) {
            if (JfrEventKind.isSample(type.getName())) {
                sampleTypes.put(type.getId(), type.getName());
            }
        }
    }

    /** Delivers an event, unless its type is unsupported. */
    void take(RecordedEvent event) {
        JfrEventKind kind =
                kinds.computeIfAbsent(event.getEventType().getId(), id -> new JfrEventKind(event.getEventType(), feed));
        if (kind.form() == JfrEventKind.Form.UNSUPPORTED) {
            feed.problems()
                    .add(ImportProblem.UNSUPPORTED_SECTION, event.getEventType().getName());
            return;
        }
        if (kind.form() == JfrEventKind.Form.SETTING) {
            setting(event);
            return;
        }
        long ts = nanos(event.getStartTime());
        int track = track(kind.thread(event));
        int name = feed.name(kind.name(event));
        Phase phase =
                switch (kind.form()) {
                    case SPAN -> Phase.COMPLETE;
                    case SAMPLE -> Phase.SAMPLE;
                    case COUNTER -> Phase.COUNTER;
                    default -> Phase.INSTANT;
                };
        TraceEvent next = feed.event(phase, ts, track, name, kind.category());
        if (phase == Phase.COMPLETE) {
            next.setDurNanos(Math.max(0, nanos(event.getEndTime()) - ts));
        }
        RecordedStackTrace stack = event.getStackTrace();
        feed.deliver(next.setArgs(kind.args(event)).setOtherFields(stack == null ? Args.EMPTY : fields(stack)));
    }

    private Args fields(RecordedStackTrace stack) {
        if (stacks.size() == MOST_STACKS) {
            stacks.clear();
        }
        return stacks.computeIfAbsent(stack, JfrEventKind::fields);
    }

    /** Delivers the period of samples. */
    private void setting(RecordedEvent event) {
        String sampled = sampleTypes.get(event.getLong("id"));
        if (sampled == null || !PERIODS.contains(String.valueOf(event.getString("name")))) {
            return;
        }
        int track = feed.tracks().thread(pid, 0);
        String period = String.valueOf(event.getString("value"));
        feed.deliverFact(
                track,
                0,
                TraceWords.SAMPLING,
                CATEGORY,
                Map.of(TraceWords.SAMPLES, JfrEventKind.category(sampled), TraceWords.PERIOD, period));
    }

    private long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000 + time.getNano() - startNanos;
    }

    private int track(@Nullable RecordedThread thread) {
        if (thread == null) {
            return feed.tracks().thread(pid, 0);
        }
        boolean java = thread.getJavaThreadId() > 0;
        long tid = java ? thread.getJavaThreadId() : NATIVE_THREADS + thread.getOSThreadId();
        boolean virtual = thread.hasField("virtual") && thread.getBoolean("virtual");
        int track = feed.tracks().thread(virtual ? Track.Kind.VIRTUAL_THREAD : Track.Kind.THREAD, pid, tid);
        nameThread(track, tid, java ? thread.getJavaName() : thread.getOSName());
        return track;
    }

    private void nameThread(int track, long tid, @Nullable String name) {
        if (feed.tracks().isOther(track) || name == null || name.isEmpty() || name.equals(threadNames.put(tid, name))) {
            return;
        }
        feed.tracks().rename(track, name);
        feed.deliverMetadata(track, TraceWords.THREAD_NAME, Map.of("name", name));
    }
}
