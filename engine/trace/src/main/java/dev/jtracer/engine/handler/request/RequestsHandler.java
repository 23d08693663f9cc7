// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.request;

import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.PassNumber;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A handler that counts HTTP requests, their statuses and their durations. A request lasts from the begin of its
 * first call to the end of what that call announced by passes, and so on:
 *
 * <pre>
 *   thread 1 | HTTP GET /a (pass 1)                                    | the first call
 *   thread 2 |                 HTTP GET /a async (run of 1, pass 2)    | a dispatch
 *   thread 1 |                       HTTP GET /a continued (run of 2)     | the last part, with the status
 * </pre>
 *
 * An error page, which nothing announces, belongs to the request that its thread served last. Requests that the
 * program sends are alike. Memory is bounded: a request without its end is dropped for newer ones, and counted.
 */
public final class RequestsHandler extends CollectingHandler<Requests>
        implements SpanHandler<Requests>, CallRecordHandler<Requests> {
    private static final int MOST_EXPECTED = 1 << 16;
    private static final int CLASS_SIZE = 100;

    /** A pass that announced a part of the request whose call is open around it. */
    private record Announced(long key, long nanos, String name) {}

    /** A call that began a request. */
    private record Root(int track, long startNanos) {}

    /** Receives requests whose first call was taken by {@link #takeRoot}. */
    public interface Listener {
        /**
         * Takes a request.
         *
         * @param hasEnded whether its end is known
         */
        void settled(Request request, boolean hasEnded);
    }

    private static final class Track {
        final List<Announced> announced = new ArrayList<>();
        /** The request that was served last. It may have an error page next. */
        @Nullable
        Request latest;

        int endName = -1;
        long endNanos;
        Map<String, Object> end = Map.of();
    }

    private final Map<String, RequestCounts> counts = new TreeMap<>();
    private final Map<Integer, Track> byTrack = new HashMap<>();
    private final LinkedHashMap<Long, Request> expected = new LinkedHashMap<>();
    private final List<Request> unfinished = new ArrayList<>();
    private final LinkedHashMap<Root, Request> roots = new LinkedHashMap<>();
    private Listener listener = (request, hasEnded) -> {};

    public RequestsHandler() {}

    /** Sets the receiver of requests. For use in {@link #initialize} of a handler that depends on this one. */
    public void listener(Listener receiver) {
        listener = receiver;
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.ASYNC_END, Phase.DURATION_END, Phase.COMPLETE);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        NameKind kind = event.kind();
        if (!kind.isRequest()) {
            return;
        }
        if ((event.flags() & SpanFlags.UNFINISHED) != 0) { // it goes on behind the trace's window
            track(event.track()).endName = -1;
            return;
        }
        Map<String, Object> end = new LinkedHashMap<>();
        Number status = event.args().number(TraceWords.STATUS);
        if (status != null) {
            end.put(TraceWords.STATUS, status.longValue());
            counts(kind.request(event.name()), kind).add(status.intValue() / CLASS_SIZE);
        }
        Object traceId = event.args().asMap().get(TraceWords.TRACE_ID);
        if (traceId instanceof String) {
            end.put(TraceWords.TRACE_ID, traceId);
        }
        Track track = track(event.track());
        track.endName = event.nameIndex();
        track.endNanos = event.tsNanos() + (event.phase() == Phase.COMPLETE ? event.durNanos() : 0);
        track.end = end;
    }

    @Override
    public void handleSpan(Span span) {
        NameKind kind = context().names().kind(span.nameIndex());
        if (kind.isRequest()) {
            take(span, kind);
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        StringTable names = context().names();
        for (int i = 0, size = batch.size(); i < size; i++) {
            NameKind kind = names.kind(batch.nameIndex(i));
            if (kind.isRequest()) {
                take(batch.span(i), kind);
            }
        }
    }

    private void take(Span span, NameKind kind) {
        Track track = track(span.track());
        String request = kind.request(context().names().get(span.nameIndex()));
        if ((span.flags() & SpanFlags.PASS) != 0) {
            if (span.bindId() != 0) {
                track.announced.add(new Announced(key(span), span.startNanos(), request));
            }
            return;
        }
        Request part;
        if ((span.flags() & SpanFlags.CALLBACK) != 0) {
            if (span.bindId() == 0 || (span.flags() & SpanFlags.AMBIGUOUS) != 0) {
                return;
            }
            part = new Request(request, kind);
            part.expect(-1);
            meet(key(span), part);
        } else if (kind.isLater()) {
            Request latest = track.latest;
            boolean isOfLatest = latest != null && kind == NameKind.ERROR_PAGE && latest.name.equals(request);
            part = latest != null && isOfLatest ? latest : new Request(request, kind);
        } else {
            part = new Request(request, kind);
            if ((span.flags() & SpanFlags.RESUMED) == 0) { // or it began before the trace's window
                part.begin(span.startNanos());
            }
        }
        boolean isEnd = track.endName == span.nameIndex() && track.endNanos == span.endNanos();
        Request whole = part.whole();
        whole.add(span.track(), span.endNanos(), isEnd ? track.end : Map.of());
        if (span.unfinished()) {
            whole.expect(1); // for ever
            unfinished.add(whole);
        }
        announce(track, whole, span.startNanos(), request);
        whole = whole.whole();
        if (part.hasBegun() && span.depth() == 0 && (!whole.isWhole() || isLonger(whole, span))) {
            putRoot(new Root(span.track(), span.startNanos()), whole);
        }
        complete(span, track, whole, kind);
    }

    /** Returns whether a request may last longer than its first call, though nothing is expected. */
    private static boolean isLonger(Request whole, Span first) {
        return whole.nanos() > first.endNanos() - first.startNanos()
                || whole.hasFailed((first.flags() & SpanFlags.THREW) != 0);
    }

    /** Links what was announced within a call or a part to its request. */
    private void announce(Track track, Request request, long startNanos, String name) {
        for (int i = track.announced.size() - 1; i >= 0; i--) {
            Announced announced = track.announced.get(i);
            if (announced.nanos < startNanos) {
                break; // of a call around this one
            }
            track.announced.remove(i);
            if (announced.name.equals(name)) {
                request.expect(1);
                meet(announced.key, request);
            }
        }
    }

    /** Joins the two sides of a pass: the request that announced it, and the part that is its run. */
    private void meet(long key, Request side) {
        Request other = expected.remove(key);
        if (other != null) {
            Request one = other.whole();
            Request two = side.whole();
            if (one.hasBegun()) {
                one.join(two);
            } else {
                two.join(one);
            }
            return;
        }
        expected.put(key, side);
        if (expected.size() > MOST_EXPECTED) {
            Long eldest = expected.keySet().iterator().next();
            Request left = expected.remove(eldest);
            if (left != null) {
                drop(left.whole());
            }
        }
    }

    private void putRoot(Root root, Request request) {
        roots.put(root, request);
        if (roots.size() > MOST_EXPECTED) {
            roots.remove(roots.keySet().iterator().next());
        }
    }

    /** Returns the request that a call began, once, if it may have lasted longer than the call; else null. */
    public @Nullable Request takeRoot(int track, long startNanos) {
        return roots.isEmpty() ? null : roots.remove(new Root(track, startNanos));
    }

    /** Takes the end of a call or a part. A request is settled when its thread has served another one. */
    private void complete(Span span, Track track, Request request, NameKind kind) {
        boolean isServed = !kind.isSent();
        Request before = track.latest == null ? null : track.latest.whole();
        if (isServed) {
            track.latest = request;
            if (before != null && before != request && before.isWhole() && before.lastTrack() == span.track()) {
                settle(before);
            }
        }
        if (request.isWhole()) {
            Request latest = track(request.lastTrack()).latest;
            if (!isServed || latest == null || latest.whole() != request) {
                settle(request);
            }
        }
    }

    private void settle(Request request) {
        if (request.settle()) {
            counts(request.name, request.kind).add(request.nanos());
            listener.settled(request, true);
        }
    }

    private void drop(Request request) {
        if (request.hasBegun() && request.settle()) {
            counts(request.name, request.kind).notEnded++;
            listener.settled(request, false);
        }
    }

    private RequestCounts counts(String name, NameKind kind) {
        return counts.computeIfAbsent(name, key -> new RequestCounts(kind.isSent()));
    }

    private long key(Span span) {
        return PassNumber.key(
                span.bindId(), context().tracks().get(span.track()).pid());
    }

    private Track track(int index) {
        return byTrack.computeIfAbsent(index, key -> new Track());
    }

    @Override
    protected Requests result() {
        for (Track track : byTrack.values()) {
            Request latest = track.latest == null ? null : track.latest.whole();
            if (latest != null && latest.isWhole()) {
                settle(latest);
            }
        }
        Set<Request> open = new LinkedHashSet<>();
        unfinished.forEach(request -> open.add(request.whole()));
        expected.values().forEach(request -> open.add(request.whole()));
        for (Request request : open) {
            if (request.hasStatus() && request.hasBegun()) {
                settle(request);
            } else {
                drop(request);
            }
        }
        List<Requests.Row> rows = new ArrayList<>();
        counts.forEach((name, count) -> rows.add(count.row(name)));
        return new Requests(rows);
    }

    /** The requests of one name, being counted. */
    private static final class RequestCounts {
        private static final int CLASSES = 5;

        private final boolean isSent;
        private final long[] statuses = new long[CLASSES];
        private final Histogram distribution = new Histogram();
        private Durations durations = Durations.NONE;
        long notEnded;

        RequestCounts(boolean isSent) {
            this.isSent = isSent;
        }

        void add(int statusClass) {
            if (statusClass >= 1 && statusClass <= CLASSES) {
                statuses[statusClass - 1]++;
            }
        }

        void add(long nanos) {
            distribution.add(nanos);
            durations = durations.plus(new Durations(1, nanos, nanos, nanos));
        }

        Requests.Row row(String name) {
            return new Requests.Row(
                    name,
                    isSent,
                    statuses[0],
                    statuses[1],
                    statuses[2],
                    statuses[3],
                    statuses[4],
                    durations,
                    distribution,
                    notEnded);
        }
    }
}
