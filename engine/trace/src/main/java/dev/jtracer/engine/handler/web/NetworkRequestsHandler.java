// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.KnownNames;
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
    private final KnownNames<NetworkEvent> kinds = new KnownNames<>(NetworkEvent::of);

    public NetworkRequestsHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.INSTANT, Phase.INSTANT_OLD, Phase.COMPLETE);
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(MetaHandler.class);
    }

    @Override
    protected void start() {
        kinds.read(context().names());
    }

    @Override
    public void handleEvent(TraceEvent event) {
        NetworkEvent kind = kinds.get(event.nameIndex());
        if (kind == null || !context().retained().event()) {
            return;
        }
        if (kind == NetworkEvent.PRECONNECT) {
            preconnects++;
            return;
        }
        Args data = event.args().object("data");
        boolean isOfSocket = kind == NetworkEvent.WEB_SOCKET_CREATE || kind == NetworkEvent.OTHER_OF_WEB_SOCKET;
        String id = data.asText(isOfSocket ? "identifier" : "requestId");
        if (id.isEmpty()) {
            count(Problem.MISSING_ID);
        } else if (isOfSocket) {
            takeWebSocket(kind, event, id, data);
        } else {
            requests.computeIfAbsent(id, key -> new RequestEvents()).add(kind, event.tsNanos(), data);
        }
    }

    private void takeWebSocket(NetworkEvent kind, TraceEvent event, String identifier, Args data) {
        SocketEvents socket =
                webSockets.computeIfAbsent(new SocketKey(event.pid(), identifier), key -> new SocketEvents());
        String url = data.text("url");
        socket.url = url == null ? socket.url : url;
        socket.count++;
        if (kind == NetworkEvent.WEB_SOCKET_CREATE
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
}
