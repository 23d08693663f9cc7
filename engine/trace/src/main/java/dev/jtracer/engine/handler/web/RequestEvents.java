// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.TraceUnits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of one request during collection. Any of them may be missing, and they arrive in any order. The stages
 * of the request derive from them by the rules of DevTools' engine.
 */
final class RequestEvents {
    private record Sending(long tsNanos, String url, String method) {}

    private final List<Sending> sendings = new ArrayList<>();
    private final List<Long> willSendNanos = new ArrayList<>();
    /** {@code requestTime} in seconds, then milliseconds, -1 for steps that did not happen; empty without any. */
    private Args timing = Args.EMPTY;

    private int statusCode;
    private boolean fromCache;
    private @Nullable Long responseNanos;
    private Args finish = Args.EMPTY;
    private @Nullable Long finishNanos;
    private boolean memoryCached;

    void add(NetworkEvent kind, long tsNanos, Args data) {
        switch (kind) {
            case WILL_SEND -> willSendNanos.add(tsNanos);
            case SEND -> sendings.add(new Sending(tsNanos, data.textOrEmpty("url"), data.textOrEmpty("requestMethod")));
            case RESPONSE -> {
                timing = data.object("timing");
                statusCode = (int) data.longOrZero("statusCode");
                fromCache = data.flag("fromCache") && !data.flag("fromServiceWorker");
                responseNanos = tsNanos;
            }
            case FINISH -> {
                finish = data;
                finishNanos = tsNanos;
            }
            case MARK_AS_CACHED -> memoryCached = true;
            default -> {}
        }
    }

    /** Sorts the events by time. Call it after the last event. */
    void sort() {
        sendings.sort(Comparator.comparingLong(Sending::tsNanos));
        willSendNanos.sort(Comparator.naturalOrder());
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

    private Sending lastSending() {
        return sendings.get(sendings.size() - 1);
    }

    NetworkRequests.Request request() {
        // An answer from memory carries the times of the request that filled the memory.
        timing = memoryCached ? Args.EMPTY : timing;
        long start = willSendNanos.isEmpty() ? sendings.get(0).tsNanos : willSendNanos.get(0);
        long lastSend = willSendNanos.isEmpty() ? lastSending().tsNanos : willSendNanos.get(willSendNanos.size() - 1);
        long end = finishNanos == null ? lastSend : finishNanos;
        return new NetworkRequests.Request(
                url(),
                lastSending().method,
                statusCode,
                start,
                Math.max(0, end - start),
                timing.isEmpty() ? 0 : Math.max(0, requestNanos() - lastSend),
                waitingNanos(),
                downloadNanos(end),
                finish.longOrZero("encodedDataLength"),
                finishNanos != null,
                finish.flag("didFail"),
                memoryCached || fromCache);
    }

    private long waitingNanos() {
        Number sent = timing.number("sendEnd");
        Number answered = timing.number("receiveHeadersEnd");
        return sent == null || answered == null
                ? 0
                : Math.max(0, TraceUnits.millisToNanos(answered) - TraceUnits.millisToNanos(sent));
    }

    private long downloadNanos(long endNanos) {
        if (timing.isEmpty()) {
            return responseNanos == null ? 0 : Math.max(0, endNanos - responseNanos);
        }
        long finishTime = TraceUnits.secondsToNanos(finish.number("finishTime"));
        long received = finishTime == 0 ? endNanos : finishTime;
        return Math.max(0, received - requestNanos() - TraceUnits.millisToNanos(timing.number("receiveHeadersEnd")));
    }

    private long requestNanos() {
        return TraceUnits.secondsToNanos(timing.number("requestTime"));
    }
}
