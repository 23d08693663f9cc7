// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.TraceUnits;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.web.NetworkRequests.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that composes network requests from the events of their stages, by the rules of DevTools' engine. Where
 * that engine fails, on a missing stage or an address without host, this handler counts the problem and continues.
 */
public final class NetworkRequestsHandler extends CollectingHandler<NetworkRequests> {
    private static final List<String> SCHEMES = List.of("http:", "https:", "blob:", "file:", "filesystem:");

    private static final Set<String> EVENTS = Set.of("""
            ResourceWillSendRequest ResourceSendRequest ResourceReceiveResponse ResourceFinish ResourceMarkAsCached
            ResourceChangePriority PreloadRenderBlockingStatusChange LinkPreconnect WebSocketCreate
            WebSocketSendHandshakeRequest WebSocketReceiveHandshakeResponse WebSocketSend WebSocketReceive
            WebSocketDestroy
            """.split("\\s+"));

    private record SocketKey(long pid, String identifier) implements Comparable<SocketKey> {
        @Override
        public int compareTo(SocketKey other) {
            return pid != other.pid ? Long.compare(pid, other.pid) : identifier.compareTo(other.identifier);
        }
    }

    private static final class SocketEvents {
        private String url = "";
        private @Nullable Long createdNanos;
        private long count;
    }

    private final Map<String, RequestEvents> requests = new LinkedHashMap<>();
    private final Map<SocketKey, SocketEvents> webSockets = new LinkedHashMap<>();
    private final Map<Problem, Long> problems = new EnumMap<>(Problem.class);
    private long preconnects;
    private final KnownNames<String> names = KnownNames.of(EVENTS);

    public NetworkRequestsHandler() {
        super(MetaHandler.class);
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.INSTANT, Phase.INSTANT_OLD, Phase.COMPLETE);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        String name = names.get(event.nameIndex(), context().names());
        if (name == null || !context().retained().event()) {
            return;
        }
        if (name.equals("LinkPreconnect")) {
            preconnects++;
            return;
        }
        Args data = event.args().object("data");
        boolean isOfSocket = name.startsWith("WebSocket");
        String id = data.asText(isOfSocket ? "identifier" : "requestId");
        if (id.isEmpty()) {
            count(Problem.MISSING_ID);
        } else if (isOfSocket) {
            takeWebSocket(event, id, data);
        } else {
            requests.computeIfAbsent(id, key -> new RequestEvents()).add(name, event.tsNanos(), data);
        }
    }

    private void takeWebSocket(TraceEvent event, String identifier, Args data) {
        SocketEvents socket =
                webSockets.computeIfAbsent(new SocketKey(event.pid(), identifier), key -> new SocketEvents());
        String url = data.text("url");
        socket.url = url == null ? socket.url : url;
        socket.count++;
        if (event.name().equals("WebSocketCreate")
                && (socket.createdNanos == null || event.tsNanos() < socket.createdNanos)) {
            socket.createdNanos = event.tsNanos();
        }
    }

    @Override
    protected NetworkRequests result() {
        List<NetworkRequests.Request> byTime = new ArrayList<>();
        for (RequestEvents request : requests.values()) {
            request.sort();
            if (isExchange(request)) {
                byTime.add(request.request());
            }
        }
        byTime.sort(Comparator.comparingLong(NetworkRequests.Request::startNanos));
        return new NetworkRequests(byTime, connections(), preconnects, problems);
    }

    private boolean isExchange(RequestEvents request) {
        if (!request.sent()) {
            return drop(Problem.NOT_SENT);
        }
        if (request.url().startsWith("data:")) {
            return drop(Problem.DATA_URL);
        }
        if (SCHEMES.stream().noneMatch(request.firstUrl()::startsWith)) {
            return drop(Problem.OTHER_SCHEME);
        }
        if (!namesHost(request.url())) {
            count(Problem.MALFORMED_URL);
        }
        return true;
    }

    private boolean drop(Problem problem) {
        count(problem);
        return false;
    }

    // Not java.net.URI, which rejects characters that occur in addresses of pages.
    private static boolean namesHost(String url) {
        if (!url.startsWith("http")) {
            return true;
        }
        int host = url.indexOf("://") + 3;
        return host > 2 && host < url.length() && "/?#:".indexOf(url.charAt(host)) < 0;
    }

    private List<NetworkRequests.WebSocket> connections() {
        long traceStart = context().dataOf(MetaHandler.class).startNanos();
        return webSockets.values().stream()
                .map(socket -> new NetworkRequests.WebSocket(
                        socket.url, socket.createdNanos == null ? traceStart : socket.createdNanos, socket.count))
                .sorted(Comparator.comparingLong(NetworkRequests.WebSocket::startNanos))
                .toList();
    }

    private void count(Problem problem) {
        problems.merge(problem, 1L, Long::sum);
    }

    /**
     * The events of one request during collection. Any of them may be missing, and they arrive in any order. The
     * stages of the request derive from them by the rules of DevTools' engine.
     */
    private static final class RequestEvents {
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

        void add(String event, long tsNanos, Args data) {
            switch (event) {
                case "ResourceWillSendRequest" -> willSendNanos.add(tsNanos);
                case "ResourceSendRequest" ->
                    sendings.add(new Sending(tsNanos, data.textOrEmpty("url"), data.textOrEmpty("requestMethod")));
                case "ResourceReceiveResponse" -> {
                    timing = data.object("timing");
                    statusCode = (int) data.longOrZero("statusCode");
                    fromCache = data.flag("fromCache") && !data.flag("fromServiceWorker");
                    responseNanos = tsNanos;
                }
                case "ResourceFinish" -> {
                    finish = data;
                    finishNanos = tsNanos;
                }
                case "ResourceMarkAsCached" -> memoryCached = true;
                default -> {} // changes none of its facts
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
            long lastSend =
                    willSendNanos.isEmpty() ? lastSending().tsNanos : willSendNanos.get(willSendNanos.size() - 1);
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
            return Math.max(
                    0, received - requestNanos() - TraceUnits.millisToNanos(timing.number("receiveHeadersEnd")));
        }

        private long requestNanos() {
            return TraceUnits.secondsToNanos(timing.number("requestTime"));
        }
    }
}
