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
    private final String file;
    private final long startNanos;
    private final long pid;
    private final Map<Long, JfrEventKind> kinds = new HashMap<>();
    private final Map<Long, String> threadNames = new HashMap<>();
    private final Map<Long, String> sampleTypes = new HashMap<>();
    /** By identity: events of a chunk with equal stacks have one object, an eighth as many as events. */
    private final IdentityHashMap<RecordedStackTrace, Args> stacks = new IdentityHashMap<>();

    JfrEvents(EventBuilder feed, String file, long startNanos, long pid) {
        this.file = file;
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

    void types(List<EventType> types) {
        for (EventType type : types) {
            if (JfrEventKind.isSample(type.getName())) {
                sampleTypes.put(type.getId(), type.getName());
            }
        }
    }

    /** Delivers an event, unless its type is unsupported or its data are damaged, which is counted. */
    void take(RecordedEvent event) {
        Decoded decoded;
        try {
            decoded = decoded(event);
        } catch (RuntimeException | InternalError e) { // of any kind, from the JDK's objects of damaged data
            feed.problems().add(ImportProblem.DAMAGED, file);
            return;
        }
        Phase phase = decoded.kind.phase();
        if (phase != null) {
            deliver(phase, decoded);
        } else if (decoded.kind.isSetting()) {
            deliverSetting(decoded.args);
        } else {
            feed.problems().add(ImportProblem.UNSUPPORTED_SECTION, decoded.name);
        }
    }

    private void deliver(Phase phase, Decoded decoded) {
        TraceEvent next =
                feed.event(phase, decoded.ts, track(decoded.thread), feed.name(decoded.name), decoded.kind.category());
        if (phase == Phase.COMPLETE) {
            next.setDurNanos(Math.max(0, decoded.end - decoded.ts));
        }
        feed.deliver(next.setArgs(decoded.args).setOtherFields(decoded.stack));
    }

    /** Delivers the period of samples; nothing for another setting, which has no facts. */
    private void deliverSetting(Args facts) {
        if (!facts.asMap().isEmpty()) {
            feed.deliverFact(feed.tracks().thread(pid, 0), 0, TraceWords.SAMPLING, CATEGORY, facts.asMap());
        }
    }

    /** The data of an event, read from the JDK's objects; of a setting, the facts as {@code args}. */
    private record Decoded(
            JfrEventKind kind, long ts, long end, @Nullable JfrThread thread, String name, Args args, Args stack) {}

    private record JfrThread(
            Track.Kind kind, long tid, @Nullable String name) {}

    private Decoded decoded(RecordedEvent event) {
        EventType type = event.getEventType();
        JfrEventKind kind = kinds.computeIfAbsent(type.getId(), id -> new JfrEventKind(type, feed));
        if (kind.phase() == null) {
            Args facts = kind.isSetting() ? setting(event) : Args.EMPTY;
            return new Decoded(kind, 0, 0, null, type.getName(), facts, Args.EMPTY);
        }
        RecordedStackTrace stack = event.getStackTrace();
        return new Decoded(
                kind,
                nanos(event.getStartTime()),
                kind.phase() == Phase.COMPLETE ? nanos(event.getEndTime()) : 0,
                thread(kind.thread(event)),
                kind.name(event),
                kind.args(event),
                stack == null ? Args.EMPTY : fields(stack));
    }

    private Args fields(RecordedStackTrace stack) {
        if (stacks.size() == MOST_STACKS) {
            stacks.clear();
        }
        return stacks.computeIfAbsent(stack, JfrEventKind::fields);
    }

    /** Returns the period of samples; empty for another setting. */
    private Args setting(RecordedEvent event) {
        String sampled = sampleTypes.get(event.getLong("id"));
        if (sampled == null || !PERIODS.contains(String.valueOf(event.getString("name")))) {
            return Args.EMPTY;
        }
        String period = String.valueOf(event.getString("value"));
        return Args.of(Map.of(TraceWords.SAMPLES, JfrEventKind.category(sampled), TraceWords.PERIOD, period));
    }

    private long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000 + time.getNano() - startNanos;
    }

    private static @Nullable JfrThread thread(@Nullable RecordedThread thread) {
        if (thread == null) {
            return null;
        }
        boolean java = thread.getJavaThreadId() > 0;
        boolean virtual = thread.hasField("virtual") && thread.getBoolean("virtual");
        return new JfrThread(
                virtual ? Track.Kind.VIRTUAL_THREAD : Track.Kind.THREAD,
                java ? thread.getJavaThreadId() : NATIVE_THREADS + thread.getOSThreadId(),
                java ? thread.getJavaName() : thread.getOSName());
    }

    private int track(@Nullable JfrThread thread) {
        if (thread == null) {
            return feed.tracks().thread(pid, 0);
        }
        int track = feed.tracks().thread(thread.kind, pid, thread.tid);
        String name = feed.tracks().isOther(track) ? null : thread.name;
        if (name != null && !name.isEmpty() && !name.equals(threadNames.put(thread.tid, name))) {
            feed.tracks().rename(track, name);
            feed.deliverMetadata(track, TraceWords.THREAD_NAME, Map.of("name", name));
        }
        return track;
    }
}
