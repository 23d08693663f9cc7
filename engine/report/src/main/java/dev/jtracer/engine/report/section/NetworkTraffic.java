// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.web.NetworkRequests;
import dev.jtracer.engine.handler.web.NetworkRequestsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** The network requests and web sockets of a page, the slowest first. */
final class NetworkTraffic {
    static final ReportSection SECTION =
            new ReportSection(List.of(NetworkRequestsHandler::new), NetworkTraffic::tables);

    private NetworkTraffic() {}

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        NetworkRequests requests = trace.data(NetworkRequestsHandler.class);
        List<NetworkRequests.Request> slowest = requests.byTime().stream()
                .sorted(Comparator.comparingLong(NetworkRequests.Request::durNanos)
                        .reversed())
                .toList();
        SectionTable table = SectionTable.of(
                        "networkRequests", "Network requests of the page, the slowest first:", slowest)
                .duration("took", request -> request.finished() ? request.durNanos() : SectionTable.UNKNOWN)
                .time("began", NetworkRequests.Request::startNanos)
                .duration("queued", NetworkRequests.Request::queueingNanos)
                .duration("waited", NetworkRequests.Request::waitingNanos)
                .duration("transfer", NetworkRequests.Request::downloadNanos)
                .count("bytes", NetworkRequests.Request::encodedBytes)
                .count("status", NetworkRequests.Request::statusCode)
                .text("method", NetworkRequests.Request::method)
                .text("address", NetworkRequests.Request::url)
                .table();
        note("requests without an end", request -> !request.finished(), requests, table);
        note("failed requests", NetworkRequests.Request::failed, requests, table);
        note("requests answered by a cache", NetworkRequests.Request::cached, requests, table);
        table.note("connections requested in advance", requests.preconnects());
        table.notes("request: ", requests.problems());
        SectionTable sockets = SectionTable.of(
                        "webSockets", "Web sockets of the page, in their order:", requests.webSockets())
                .time("began", NetworkRequests.WebSocket::startNanos)
                .count("messages", NetworkRequests.WebSocket::events)
                .text("address", NetworkRequests.WebSocket::url)
                .table();
        return List.of(table, sockets);
    }

    private static void note(
            String what, Predicate<NetworkRequests.Request> counted, NetworkRequests requests, SectionTable table) {
        table.note(what, requests.byTime().stream().filter(counted).count());
    }
}
