// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.importer.EventBuilder;
import dev.jtracer.engine.jtr.PendingLink;
import dev.jtracer.engine.jtr.RecordedName;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translation of the calls and texts of a recording to events. */
final class RecordedEvents extends RecordedCalls {
    private static final Args OF_THE_THREAD = Args.of(Map.of("s", "t"));

    private final EventBuilder feed;
    private final @Nullable CallConsumer consumer;
    private final int[] nameOfMethod;
    private final long fromNanos;
    private final BitSet namedTracks = new BitSet();
    private final int java;
    private final int log;
    private int threadSymbol;

    /**
     * @param consumer takes calls in place of their events from {@code feed}; null if it takes events only
     * @param window the window whose texts are wanted; null for all texts
     */
    RecordedEvents(
            EventBuilder feed,
            @Nullable CallConsumer consumer,
            RecordedThreads threads,
            RecordingReader recording,
            @Nullable RetainedWindow window)
            throws IOException {
        super(recording, threads, window == null ? Long.MAX_VALUE : window.toNanos());
        this.feed = feed;
        this.consumer = consumer;
        this.nameOfMethod = recording.names().stream()
                .map(RecordedName::of)
                .mapToInt(name -> feed.name(name.name(), name.site(), name.kind()))
                .toArray();
        this.java = feed.symbol(TraceWords.JAVA);
        this.log = feed.symbol(TraceWords.LOG);
        this.fromNanos = window == null ? Long.MIN_VALUE : window.fromNanos();
    }

    @Override
    public void thread(long threadId, boolean virtual) {
        super.thread(threadId, virtual);
        threadSymbol = feed.symbol("0x" + Long.toHexString(threadId));
        nameThread(track);
    }

    private void nameThread(int track) {
        if (namedTracks.get(track)) {
            return;
        }
        namedTracks.set(track);
        String name = feed.tracks().get(track).name();
        if (!name.isEmpty()) {
            feed.deliverMetadata(track, TraceWords.THREAD_NAME, Map.of("name", name));
        }
    }

    @Override
    void begin(long nanos, int methodId, int arguments) {
        TraceEvent begin = span(Phase.ASYNC_BEGIN, nanos, methodId, SpanFlags.NONE);
        if (arguments != 0) {
            begin.setArgs(Args.of(Map.of(TraceWords.ARGUMENTS, feed.names().site(nameOf(arguments)))));
        }
        feed.deliver(begin);
    }

    @Override
    void pass(long nanos, int methodId, long pass, long firstPass) {
        feed.deliver(span(Phase.ASYNC_BEGIN, nanos, methodId, PendingLink.PASS_FLAGS)
                .setBindId(pass)
                .setForward(firstPass));
        end(nanos, methodId, false, Map.of());
    }

    @Override
    void beginRun(long nanos, int methodId, int control, long pass) {
        feed.deliver(span(Phase.ASYNC_BEGIN, nanos, methodId, PendingLink.runFlags(control, pass))
                .setBindId(pass));
    }

    @Override
    void end(long nanos, int methodId, boolean threw, Map<String, ?> args) {
        TraceEvent end = span(Phase.ASYNC_END, nanos, methodId, threw ? SpanFlags.THREW : SpanFlags.NONE);
        if (!args.isEmpty()) {
            end.setArgs(Args.of(args));
        }
        feed.deliver(end);
    }

    @Override
    StringTable names() {
        return feed.names();
    }

    @Override
    public void records(CallRecords calls) {
        if (consumer == null || !consumer.takesCalls() || hasTextUntil(calls.tsNanos(calls.size() - 1))) {
            super.records(calls);
            return;
        }
        for (int i = 0; i < calls.size(); i++) {
            calls.rename(i, nameOf(calls.nameIndex(i)));
        }
        calls.track(track);
        calls.origin(java, feed.delivered());
        consumer.calls(calls);
        feed.countDelivered(calls.size());
    }

    @Override
    int nameOf(int methodId) {
        return methodId < nameOfMethod.length ? nameOfMethod[methodId] : feed.name("?" + methodId);
    }

    private TraceEvent span(Phase phase, long nanos, int methodId, int flags) {
        return feed.event(phase, nanos, track, nameOf(methodId), java)
                .setId(IdKind.LOCAL, threadSymbol)
                .setFlags(flags);
    }

    @Override
    public void text(RecordedText text) {
        if (text.nanos() >= fromNanos) {
            int track = threads.track(text.threadId(), false);
            nameThread(track);
            feed.deliver(feed.event(Phase.INSTANT, text.nanos(), track, feed.name(text.text()), log)
                    .setOtherFields(OF_THE_THREAD));
        }
    }

    @Override
    public void stall(long nanos, long lateNanos) {
        // All stalls are known before the first record.
    }
}
