// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.CallbackFlags;
import dev.jtracer.engine.jtr.KeptWindow;
import dev.jtracer.engine.jtr.PendingLink;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.SitedName;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.importer.EventBuilder;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.text.ContextName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translation of records to events, with each thread's lines of text between them. */
final class RecordedEvents implements RecordSink, PointMerge.Target {
    private static final Args OF_THE_THREAD = Args.of(Map.of("s", "t"));

    private final EventBuilder feed;
    private final @Nullable CallConsumer consumer;
    private final RecordedThreads threads;
    private final int[] nameOfMethod;
    private final PointMerge points;
    private final long fromNanos;
    private final PendingLink link = new PendingLink();
    private final BitSet namedTracks = new BitSet();
    private final int java;
    private final int log;
    private int track;
    private int threadSymbol;

    /**
     * Creates a translation.
     *
     * @param consumer takes calls in place of their events from {@code feed}; null if it takes events only
     * @param window the window whose texts are wanted; null for all texts
     */
    RecordedEvents(
            EventBuilder feed,
            @Nullable CallConsumer consumer,
            RecordedThreads threads,
            RecordingReader recording,
            @Nullable KeptWindow window)
            throws IOException {
        this.feed = feed;
        this.consumer = consumer;
        this.threads = threads;
        this.nameOfMethod = recording.names().stream()
                .map(SitedName::of)
                .mapToInt(name -> feed.name(name.name(), name.site()))
                .toArray();
        this.java = feed.symbol("java");
        this.log = feed.symbol("log");
        this.fromNanos = window == null ? Long.MIN_VALUE : window.fromNanos();
        long toNanos = window == null ? Long.MAX_VALUE : window.toNanos();
        this.points = new PointMerge(recording, toNanos, threads::isKnown, this);
    }

    @Override
    public void thread(long threadId, boolean virtual) {
        track = threads.track(threadId, virtual);
        link.clear();
        threadSymbol = feed.symbol("0x" + Long.toHexString(threadId));
        points.thread(threadId);
        nameThread(track);
    }

    private void nameThread(int track) {
        if (namedTracks.get(track)) {
            return;
        }
        namedTracks.set(track);
        String name = feed.tracks().get(track).name();
        if (!name.isEmpty()) {
            feed.deliver(feed.event(Phase.METADATA, 0, track, feed.name(TraceWords.THREAD_NAME), feed.symbol(TraceWords.METADATA))
                    .setArgs(Args.of(Map.of("name", name))));
        }
    }

    @Override
    public void link(int code, long number) {
        link.set(code, number);
    }

    @Override
    public void record(int kind, long nanos, int methodId) {
        if (points.isDue(nanos)) {
            try {
                points.passUntil(nanos);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        int name = nameOf(methodId);
        if (kind == SpoolLayout.KIND_ENTER) {
            enter(nanos, name);
        } else {
            exit(nanos, name, kind == SpoolLayout.KIND_THROW);
        }
    }

    private void exit(long nanos, int name, boolean threw) {
        TraceEvent end = span(Phase.ASYNC_END, nanos, name, threw ? SpanFlags.THREW : SpanFlags.NONE);
        long result = link.pollResult();
        int value = link.pollValue();
        String traceId = link.pollTraceId();
        if (result != PendingLink.NO_RESULT || traceId != null) {
            end.setArgs(Args.of(ContextName.result(feed.names().get(name), result, traceId)));
        } else if (value != 0) {
            end.setArgs(Args.of(Map.of(TraceWords.outcome(threw), feed.names().site(nameOf(value)))));
        }
        feed.deliver(end);
    }

    private void enter(long nanos, int name) {
        int entryKind = link.poll();
        if (entryKind == PendingLink.NONE) {
            TraceEvent begin = span(Phase.ASYNC_BEGIN, nanos, name, SpanFlags.NONE);
            int arguments = link.pollArguments();
            if (arguments != 0) {
                begin.setArgs(Args.of(Map.of(TraceWords.ARGUMENTS, feed.names().site(nameOf(arguments)))));
            }
            feed.deliver(begin);
        } else if (entryKind == SpoolLayout.CONTROL_PASSING) {
            feed.deliver(span(Phase.ASYNC_BEGIN, nanos, name, CallbackFlags.OF_PASSING)
                    .setBindId(link.passing())
                    .setHop(link.pollFirstPassing()));
            feed.deliver(span(Phase.ASYNC_END, nanos, name, SpanFlags.NONE));
        } else {
            feed.deliver(span(Phase.ASYNC_BEGIN, nanos, name, CallbackFlags.ofRun(entryKind, link.passing()))
                    .setBindId(link.passing()));
        }
    }

    @Override
    public void records(CallRecords calls) {
        if (consumer == null || !consumer.takesCalls() || hasTextWithin(calls)) {
            RecordSink.super.records(calls);
            return;
        }
        for (int i = 0; i < calls.size(); i++) {
            calls.rename(i, nameOf(calls.nameIndex(i)));
        }
        calls.track(track);
        calls.origin(feed.tracks().get(track).tid(), java, feed.delivered());
        consumer.calls(calls);
        feed.countDelivered(calls.size());
    }

    private int nameOf(int methodId) {
        return methodId < nameOfMethod.length ? nameOfMethod[methodId] : feed.name("?" + methodId);
    }

    private TraceEvent span(Phase phase, long nanos, int name, int flags) {
        return feed.event(phase, nanos, track, name, java)
                .setId(IdKind.LOCAL, threadSymbol)
                .setFlags(flags);
    }

    @Override
    public void lost(long records) {
        // The recording's end has the total; the pairing closes calls whose exits are missing.
    }

    private boolean hasTextWithin(CallRecords calls) {
        long nanos = calls.tsNanos(calls.size() - 1);
        try {
            return points.isDue(nanos) && points.hasTextUntil(nanos);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Delivers the texts after their thread's last record. */
    void deliverRemainingTexts() throws IOException {
        points.passRemaining();
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
    public void lag(long nanos, long lateNanos) {
        // All lags are known before the first record.
    }
}
