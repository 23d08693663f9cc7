// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.TraceUnits;
import dev.jtracer.engine.handler.web.NetworkRequest.Stages;
import org.jspecify.annotations.Nullable;

/**
 * The times of a request, from which its stages derive by the rules of DevTools' engine. Negative durations become 0.
 *
 * @param startNanos time when it was first sent, or about to be
 * @param lastSendNanos the same for the last sending
 * @param responseNanos time when the page received the answer; null if never
 * @param receivedNanos time when everything had been received
 * @param endNanos time when the page had everything
 * @param timing data of the network stack: {@code requestTime} in seconds, and from there on milliseconds, -1 for steps that
 *     did not happen; empty if there is none
 */
record RequestTimes(
        long startNanos,
        long lastSendNanos,
        @Nullable Long responseNanos,
        long receivedNanos,
        long endNanos,
        Args timing) {
    Stages stages() {
        return new Stages(
                positive(lastSendNanos - startNanos),
                timing.isEmpty() ? 0 : positive(requestNanos() - lastSendNanos),
                stalled(),
                between("proxyStart", "proxyEnd"),
                between("dnsStart", "dnsEnd"),
                between("connectStart", "connectEnd"),
                between("sslStart", "sslEnd"),
                between("sendStart", "sendEnd"),
                between("sendEnd", "receiveHeadersEnd"),
                between(
                        "sendEnd",
                        timing.number("receiveHeadersStart") == null ? "receiveHeadersEnd" : "receiveHeadersStart"),
                download(),
                timing.isEmpty() ? 0 : positive(receivedNanos - lastSendNanos),
                positive(endNanos - receivedNanos));
    }

    private long stalled() {
        if (timing.isEmpty()) {
            return responseNanos == null ? 0 : positive(responseNanos - startNanos);
        }
        for (String firstStep : new String[] {"dnsStart", "connectStart", "sendStart"}) {
            long waited = TraceUnits.millisToNanos(timing.number(firstStep));
            if (waited > 0) {
                return waited;
            }
        }
        return responseNanos == null ? 0 : positive(responseNanos - lastSendNanos);
    }

    private long download() {
        if (timing.isEmpty()) {
            return responseNanos == null ? 0 : positive(endNanos - responseNanos);
        }
        return positive(receivedNanos - requestNanos() - TraceUnits.millisToNanos(timing.number("receiveHeadersEnd")));
    }

    private long requestNanos() {
        return TraceUnits.secondsToNanos(timing.number("requestTime"));
    }

    private long between(String from, String to) {
        Number start = timing.number(from);
        Number end = timing.number(to);
        return start == null || end == null
                ? 0
                : positive(TraceUnits.millisToNanos(end) - TraceUnits.millisToNanos(start));
    }

    private static long positive(long nanos) {
        return Math.max(0, nanos);
    }
}
