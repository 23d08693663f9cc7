// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.web.NetworkRequests.Preconnect;
import dev.jtracer.engine.handler.web.NetworkRequests.Problem;
import dev.jtracer.engine.handler.web.WebSocketConnection.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler that composes network requests from the events of their stages, by the rules of DevTools' engine. Where that
 * engine fails, on a missing stage or an address without host, this handler counts the problem and continues.
 */
public final class NetworkRequestsHandler implements EventHandler<NetworkRequests> {
    private static final List<String> SCHEMES = List.of("http:", "https:", "blob:", "file:", "filesystem:");

    private record SocketKey(long pid, String identifier) implements Comparable<SocketKey> {
        @Override
        public int compareTo(SocketKey other) {
            return pid != other.pid ? Long.compare(pid, other.pid) : identifier.compareTo(other.identifier);
        }
    }

    private final HandlerState state = new HandlerState(NetworkRequestsHandler.class);
    private final Map<String, RequestCollector> requests = new LinkedHashMap<>();
    private final Map<SocketKey, WebSocketCollector> webSockets = new LinkedHashMap<>();
    private final List<Preconnect> preconnects = new ArrayList<>();
    private final Map<Problem, Long> problems = new EnumMap<>(Problem.class);
    private HandlerContext context = HandlerContext.NONE;
    private KnownNames<NetworkEvent> networkEvents = new KnownNames<>(new StringTable(), NetworkEvent::of);
    private NetworkRequests result = NetworkRequests.EMPTY;

    /** Creates a handler. */
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
    public void reset() {
        state.reset();
        requests.clear();
        webSockets.clear();
        preconnects.clear();
        problems.clear();
        context = HandlerContext.NONE;
        result = NetworkRequests.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        this.context = context;
        networkEvents = new KnownNames<>(context.names(), NetworkEvent::of);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        NetworkEvent kind = networkEvents.get(event.nameIndex());
        if (kind == null || !context.kept().event()) {
            return;
        }
        Args data = event.args().object("data");
        Kind webSocketKind = kind.webSocketKind();
        if (webSocketKind != null) {
            takeWebSocket(webSocketKind, event, data);
        } else if (kind == NetworkEvent.PRECONNECT) {
            preconnects.add(new Preconnect(text(data, "url"), text(data, "frame"), event.tsNanos()));
        } else {
            takeRequest(kind, event, data);
        }
    }

    private void takeRequest(NetworkEvent kind, TraceEvent event, Args data) {
        String id = text(data, "requestId");
        if (id.isEmpty()) {
            count(Problem.MISSING_ID);
            return;
        }
        requests.computeIfAbsent(id, key -> new RequestCollector()).add(kind, event, data);
    }

    private void takeWebSocket(Kind kind, TraceEvent event, Args data) {
        String identifier = text(data, "identifier");
        if (identifier.isEmpty()) {
            count(Problem.MISSING_ID);
            return;
        }
        long tid = event.tid();
        webSockets
                .computeIfAbsent(
                        new SocketKey(event.pid(), identifier),
                        key -> new WebSocketCollector(key.identifier, key.pid, tid))
                .add(kind, event, data);
    }

    @Override
    public void finish() {
        state.finish();
        List<NetworkRequest> byTime = new ArrayList<>();
        requests.values().forEach(RequestCollector::sort);
        requests.forEach((id, request) -> {
            if (isExchange(request)) {
                byTime.add(request.request(id));
            }
        });
        byTime.sort(Comparator.comparingLong(NetworkRequest::startNanos));
        preconnects.sort(Comparator.comparingLong(Preconnect::tsNanos));
        result = new NetworkRequests(byTime, initiators(byTime), connections(), preconnects, problems);
    }

    private boolean isExchange(RequestCollector request) {
        if (!request.sent()) {
            return leaveOut(Problem.NOT_SENT);
        }
        if (request.url().startsWith("data:")) {
            return leaveOut(Problem.DATA_URL);
        }
        if (SCHEMES.stream().noneMatch(request.firstUrl()::startsWith)) {
            return leaveOut(Problem.OTHER_SCHEME);
        }
        if (!namesHost(request.url())) {
            count(Problem.MALFORMED_URL);
        }
        return true;
    }

    private boolean leaveOut(Problem problem) {
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

    private Map<String, String> initiators(List<NetworkRequest> byTime) {
        Map<String, String> firstByUrl = new LinkedHashMap<>();
        for (NetworkRequest request : byTime) {
            firstByUrl.putIfAbsent(request.url(), request.requestId());
        }
        Map<String, String> initiators = new LinkedHashMap<>();
        for (NetworkRequest request : byTime) {
            RequestCollector events = requests.get(request.requestId());
            String initiator = events == null ? null : firstByUrl.get(events.initiatorUrl());
            if (initiator != null && !initiator.equals(request.requestId())) {
                initiators.put(request.requestId(), initiator);
            }
        }
        return initiators;
    }

    private List<WebSocketConnection> connections() {
        Meta meta = context.dataOf(MetaHandler.class);
        return webSockets.values().stream()
                .map(webSocket -> webSocket.connection(meta))
                .sorted(Comparator.comparingLong(WebSocketConnection::startNanos))
                .toList();
    }

    private void count(Problem problem) {
        problems.merge(problem, 1L, Long::sum);
    }

    // Identifiers are numbers or text.
    private static String text(Args data, String key) {
        Object value = data.asMap().get(key);
        return value == null ? "" : value.toString();
    }

    @Override
    public NetworkRequests data() {
        state.requireFinished();
        return result;
    }
}
