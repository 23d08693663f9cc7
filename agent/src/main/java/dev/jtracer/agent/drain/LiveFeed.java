// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.jtr.PendingLink;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.OpenSpans;
import dev.jtracer.engine.pairing.PlainCalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes records to the engine's handlers as the trace events that the file will contain. Lost records are counted
 * where they were lost; the pairing handles the gaps.
 */
public final class LiveFeed implements RecordSink {
    private final TraceProcessor handlers;
    private final TraceEvent event;
    private final StringTable names;
    private final TrackTable trackTable;
    private final LiveTracks tracks;
    private final long startNanos;
    private final PendingLink link = new PendingLink();
    private final @Nullable LiveOrder order;
    /** Names of the platform threads, and of the virtual ones that have their own. */
    private final Map<Long, String> threadNames = new HashMap<>();

    private long threadId;
    private boolean virtual;
    private int track = -1;

    /** @param order receives the threads and the horizon; null if nothing needs them */
    public LiveFeed(
            StringTable names,
            long processId,
            long startNanos,
            TraceProcessor handlers,
            TrackTable tracks,
            @Nullable LiveOrder order) {
        this.handlers = handlers;
        this.event = new TraceEvent(names, tracks);
        this.names = names;
        this.trackTable = tracks;
        this.tracks = new LiveTracks(tracks, processId);
        this.startNanos = startNanos;
        this.order = order;
    }

    @Override
    public void thread(long id, boolean isVirtual) {
        link.clear();
        if (track >= 0 && id == threadId) {
            return;
        }
        if (virtual && handlers.open(track) == 0) {
            tracks.release(threadId);
        }
        threadId = id;
        virtual = isVirtual;
        track = isVirtual ? tracks.virtual(id) : tracks.platform(id);
        if (order != null) {
            order.thread(threadName(id, isVirtual));
        }
    }

    @Override
    public void threadName(long id, String name) {
        threadNames.put(id, name);
    }

    private String threadName(long id, boolean isVirtual) {
        String name = threadNames.get(id);
        return name != null ? name : (isVirtual ? "virtual thread " : "thread ") + id;
    }

    /** Returns how many tracks there are. */
    int tracks() {
        return trackTable.size();
    }

    /** Returns the calls that are open on a track of a platform thread, to be read at once; null if there is none. */
    @Nullable
    OpenSpans openOnPlatformThread(int index) {
        boolean isPlatform = trackTable.get(index).kind() == Track.Kind.THREAD;
        OpenSpans open = isPlatform ? handlers.openSpans(index) : null;
        return open == null || open.depth() == 0 ? null : open;
    }

    /** Returns the thread of a track with an open call. */
    long thread(int index) {
        return tracks.thread(index);
    }

    /** Returns the threads with open calls, the one with the oldest call first. */
    public List<OpenThread> openThreads() {
        long nowNanos = System.nanoTime();
        List<OpenThread> open = new ArrayList<>();
        for (int i = 0, size = trackTable.size(); i < size; i++) {
            OpenSpans spans = handlers.openSpans(i);
            if (spans != null && spans.depth() > 0) {
                boolean isVirtual = trackTable.get(i).kind() == Track.Kind.VIRTUAL_THREAD;
                long id = tracks.thread(i);
                open.add(new OpenThread(id, threadName(id, isVirtual), calls(spans, nowNanos), 0, 0));
            }
        }
        open.sort(Comparator.comparingLong(OpenThread::ageNanos).reversed());
        return open;
    }

    private List<OpenThread.Call> calls(OpenSpans spans, long nowNanos) {
        List<OpenThread.Call> calls = new ArrayList<>();
        for (int level = 0; level < spans.depth(); level++) {
            int name = spans.nameIndex(level);
            boolean isRun = (spans.flags(level) & SpanFlags.CALLBACK) != 0;
            long age = nowNanos - startNanos - spans.startNanos(level);
            calls.add(new OpenThread.Call(names.get(name), Math.max(0, age), isRun ? names.site(name) : ""));
        }
        return calls;
    }

    @Override
    public void completeUntil(long nanos) {
        if (order != null) {
            order.noEventsBefore(nanos == Long.MAX_VALUE ? nanos : nanos - startNanos);
        }
    }

    @Override
    public void ended(long id) {
        threadNames.remove(id);
        int ended = tracks.known(id);
        if (ended == LiveTracks.UNKNOWN || handlers.open(ended) > 0) {
            return;
        }
        if (track >= 0 && id == threadId) {
            track = -1;
            virtual = false;
        }
        tracks.ended(id);
    }

    @Override
    public void link(int code, long number) {
        link.set(code, number);
    }

    @Override
    public void record(int kind, long nanos, int methodId) {
        if (kind == SpoolLayout.KIND_ENTER) {
            enter(nanos - startNanos, methodId);
            return;
        }
        boolean threw = kind == SpoolLayout.KIND_THROW;
        int flags = threw ? SpanFlags.THREW : SpanFlags.NONE;
        handlers.handle(event.set(Phase.ASYNC_END, nanos - startNanos, methodId, track, flags)
                .setText(TraceWords.outcome(threw), link.pollValue()));
    }

    @Override
    public void records(CallRecords calls) {
        if (!handlers.takesCalls()) {
            RecordSink.super.records(calls);
            return;
        }
        calls.shift(-startNanos);
        calls.track(track);
        calls.origin(event.categoryIndex(), event.index());
        handlers.handle(calls);
    }

    @Override
    public @Nullable PlainCalls plainCalls(long baseNanos, long firstNanos) {
        PlainCalls plain = handlers.plainCalls();
        return plain != null && plain.start(track, baseNanos - startNanos, firstNanos) ? plain : null;
    }

    private void enter(long nanos, int nameId) {
        int entryKind = link.poll();
        if (entryKind == SpoolLayout.CONTROL_PASS) {
            pass(nanos, nameId);
            return;
        }
        if (entryKind == PendingLink.NONE) {
            handlers.handle(event.set(Phase.ASYNC_BEGIN, nanos, nameId, track, SpanFlags.NONE)
                    .setText(TraceWords.ARGUMENTS, link.pollArguments()));
        } else {
            int flags = PendingLink.runFlags(entryKind, link.pass());
            handlers.handle(
                    event.set(Phase.ASYNC_BEGIN, nanos, nameId, track, flags).setBindId(link.pass()));
        }
    }

    private void pass(long nanos, int nameId) {
        handlers.handle(event.set(Phase.ASYNC_BEGIN, nanos, nameId, track, PendingLink.PASS_FLAGS)
                .setBindId(link.pass())
                .setForward(link.pollFirstPass()));
        handlers.handle(event.set(Phase.ASYNC_END, nanos, nameId, track, SpanFlags.NONE));
    }
}
