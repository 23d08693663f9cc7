// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The exchanges of a page with servers. Immutable.
 *
 * @param byTime the requests in the order in which they began
 * @param initiators the id of the request that caused a request, by the id of the latter
 * @param webSockets the web sockets in the order in which they began
 * @param preconnects connections requested in advance, in the order of time
 * @param problems number of occurrences of each problem that occurred
 */
public record NetworkRequests(
        List<NetworkRequest> byTime,
        Map<String, String> initiators,
        List<WebSocketConnection> webSockets,
        List<Preconnect> preconnects,
        Map<Problem, Long> problems) {
    /** The requests of a trace without any. */
    public static final NetworkRequests EMPTY =
            new NetworkRequests(List.of(), Map.of(), List.of(), List.of(), Map.of());

    public NetworkRequests {
        byTime = List.copyOf(byTime);
        initiators = Map.copyOf(initiators);
        webSockets = List.copyOf(webSockets);
        preconnects = List.copyOf(preconnects);
        Map<Problem, Long> ordered = new EnumMap<>(Problem.class);
        ordered.putAll(problems);
        problems = Collections.unmodifiableMap(ordered);
    }

    /** Problems of the events of a request. */
    public enum Problem {
        /** An event has no id of a request or connection; ignored. */
        MISSING_ID,
        /** A request was never sent, according to the trace; ignored. */
        NOT_SENT,
        /** The address of a request is its content, so nothing was exchanged; ignored, as in DevTools. */
        DATA_URL,
        /** The address of a request has another scheme, such as that of an extension; ignored, as in DevTools. */
        OTHER_SCHEME,
        /** The address of a request has no host; kept. */
        MALFORMED_URL
    }

    /** A connection that the page requested in advance. */
    public record Preconnect(String url, String frame, long tsNanos) {}

    /** Returns the request with an id. */
    public Optional<NetworkRequest> find(String requestId) {
        return byTime.stream()
                .filter(request -> request.requestId().equals(requestId))
                .findFirst();
    }

    /** Returns the requests by the address that finally answered, those of an address in the order in which they began. */
    public Map<String, List<NetworkRequest>> byUrl() {
        Map<String, List<NetworkRequest>> byUrl = new LinkedHashMap<>();
        for (NetworkRequest request : byTime) {
            byUrl.computeIfAbsent(request.url(), url -> new ArrayList<>()).add(request);
        }
        return byUrl;
    }

    /** Returns the number of occurrences of a problem. */
    public long count(Problem problem) {
        return problems.getOrDefault(problem, 0L);
    }
}
