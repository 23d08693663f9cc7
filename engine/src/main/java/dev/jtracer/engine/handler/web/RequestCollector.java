// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.CallFrame;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.TraceUnits;
import dev.jtracer.engine.handler.web.NetworkRequest.Redirect;
import dev.jtracer.engine.handler.web.NetworkRequest.Response;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events of one request during collection. Any of them may be missing, and they arrive in any order. */
final class RequestCollector {
    private record Sending(
            long tsNanos,
            long pid,
            long tid,
            String url,
            String frame,
            String method,
            String resourceType,
            String priority,
            String renderBlocking,
            String initiatorUrl) {}

    private record Change(long tsNanos, String value) {}

    private final List<Sending> sendings = new ArrayList<>();
    private final List<Long> willSendNanos = new ArrayList<>();
    private final List<Change> priorities = new ArrayList<>();
    private final List<Change> renderBlockings = new ArrayList<>();
    private Args response = Args.EMPTY;
    private @Nullable Long responseNanos;
    private Args finish = Args.EMPTY;
    private @Nullable Long finishNanos;
    private boolean memoryCached;

    void add(NetworkEvent kind, TraceEvent event, Args data) {
        long ts = event.tsNanos();
        switch (kind) {
            case WILL_SEND -> willSendNanos.add(ts);
            case SEND -> sendings.add(sending(event, data));
            case RESPONSE -> {
                response = withoutHeaders(data);
                responseNanos = ts;
            }
            case FINISH -> {
                finish = data;
                finishNanos = ts;
            }
            case MARK_AS_CACHED -> memoryCached = true;
            case CHANGE_PRIORITY -> priorities.add(new Change(ts, text(data, "priority", "")));
            case CHANGE_RENDER_BLOCKING -> renderBlockings.add(new Change(ts, text(data, "renderBlocking", "")));
            default -> {}
        }
    }

    private static Sending sending(TraceEvent event, Args data) {
        return new Sending(
                event.tsNanos(),
                event.pid(),
                event.tid(),
                text(data, "url", ""),
                text(data, "frame", ""),
                text(data, "requestMethod", ""),
                text(data, "resourceType", ""),
                text(data, "priority", ""),
                text(data, "renderBlocking", "non_blocking"),
                initiatorUrl(event, data));
    }

    private static String initiatorUrl(TraceEvent event, Args data) {
        String url = text(data.object("initiator"), "url", "");
        if (!url.isEmpty()) {
            return url;
        }
        List<CallFrame> stack = CallFrame.stackOf(event);
        return stack.isEmpty() ? "" : stack.get(0).source();
    }

    // Headers are most of the event, and are not used.
    private static Args withoutHeaders(Args data) {
        if (!data.asMap().containsKey("headers")) {
            return data;
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>(data.asMap());
        members.remove("headers");
        return Args.of(members);
    }

    /** Returns whether the request was ever sent. The methods below are valid only then. */
    boolean sent() {
        return !sendings.isEmpty();
    }

    /** Returns the address of the first sending. */
    String firstUrl() {
        return sendings.get(0).url;
    }

    /** Returns the address of the last sending. */
    String url() {
        return lastSending().url;
    }

    /** Returns the address of the document or script that requested it; empty if not known. */
    String initiatorUrl() {
        return lastSending().initiatorUrl;
    }

    private Sending lastSending() {
        return sendings.get(sendings.size() - 1);
    }

    /** Sorts the events by time. Call it after the last event. */
    void sort() {
        sendings.sort(Comparator.comparingLong(Sending::tsNanos));
        willSendNanos.sort(Comparator.naturalOrder());
        priorities.sort(Comparator.comparingLong(Change::tsNanos));
        renderBlockings.sort(Comparator.comparingLong(Change::tsNanos));
    }

    NetworkRequest request(String requestId) {
        Sending last = lastSending();
        RequestTimes times = times();
        return new NetworkRequest(
                requestId,
                last.pid,
                last.tid,
                last.frame,
                last.url,
                last.method,
                last.resourceType,
                last.priority,
                lastValue(priorities, last.priority),
                lastValue(renderBlockings, last.renderBlocking),
                times.startNanos(),
                Math.max(0, times.endNanos() - times.startNanos()),
                redirects(),
                times.stages(),
                response(),
                finishNanos != null,
                finish.flag("didFail"),
                bytes("encodedDataLength"),
                bytes("decodedBodyLength"));
    }

    private RequestTimes times() {
        long first = willSendNanos.isEmpty() ? sendings.get(0).tsNanos : willSendNanos.get(0);
        long last = willSendNanos.isEmpty() ? lastSending().tsNanos : willSendNanos.get(willSendNanos.size() - 1);
        long end = finishNanos == null ? last : finishNanos;
        long received = TraceUnits.secondsToNanos(finish.number("finishTime"));
        // An answer from memory carries the times of the request that filled the memory.
        Args timing = memoryCached ? Args.EMPTY : response.object("timing");
        return new RequestTimes(first, last, responseNanos, received == 0 ? end : received, end, timing);
    }

    private static String lastValue(List<Change> changes, String initial) {
        return changes.isEmpty() ? initial : changes.get(changes.size() - 1).value;
    }

    private List<Redirect> redirects() {
        List<Redirect> redirects = new ArrayList<>();
        for (int i = 0; i + 1 < sendings.size(); i++) {
            Sending from = sendings.get(i);
            boolean announced = i + 1 < willSendNanos.size();
            long start = announced ? willSendNanos.get(i) : from.tsNanos;
            long end = announced ? willSendNanos.get(i + 1) : sendings.get(i + 1).tsNanos;
            redirects.add(new Redirect(from.url, from.priority, from.method, start, end - start));
        }
        return redirects;
    }

    private Response response() {
        Number pushStart = response.object("timing").number("pushStart");
        Number status = response.number("statusCode");
        boolean pushed = pushStart != null && pushStart.doubleValue() > 0;
        boolean fromServiceWorker = response.flag("fromServiceWorker");
        return new Response(
                responseNanos != null,
                status == null ? 0 : status.intValue(),
                text(response, "mimeType", ""),
                text(response, "protocol", "unknown"),
                memoryCached,
                response.flag("fromCache") && !fromServiceWorker && !pushed,
                pushed,
                fromServiceWorker);
    }

    private long bytes(String key) {
        Number bytes = finish.number(key);
        return bytes == null ? 0 : bytes.longValue();
    }

    private static String text(Args data, String key, String missing) {
        String text = data.text(key);
        return text == null ? missing : text;
    }
}
