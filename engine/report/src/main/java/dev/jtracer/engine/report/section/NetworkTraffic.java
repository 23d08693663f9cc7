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
        SectionTable table = new SectionTable(
                "networkRequests",
                "Network requests of the page, the slowest first:",
                SectionTable.duration("took"),
                SectionTable.time("began"),
                SectionTable.duration("queued"),
                SectionTable.duration("waited"),
                SectionTable.duration("transfer"),
                SectionTable.count("bytes"),
                SectionTable.count("status"),
                SectionTable.text("method"),
                SectionTable.text("address"));
        requests.byTime().stream()
                .sorted(Comparator.comparingLong(NetworkRequests.Request::durNanos)
                        .reversed())
                .forEach(request -> table.row(
                        request.finished() ? request.durNanos() : SectionTable.UNKNOWN,
                        request.startNanos(),
                        request.queueingNanos(),
                        request.waitingNanos(),
                        request.downloadNanos(),
                        request.encodedBytes(),
                        (long) request.statusCode(),
                        request.method(),
                        request.url()));
        note("requests without an end", request -> !request.finished(), requests, table);
        note("failed requests", NetworkRequests.Request::failed, requests, table);
        note("requests answered by a cache", NetworkRequests.Request::cached, requests, table);
        table.note("connections requested in advance", requests.preconnects());
        table.notes("request: ", requests.problems());
        SectionTable sockets = new SectionTable(
                "webSockets",
                "Web sockets of the page, in their order:",
                SectionTable.time("began"),
                SectionTable.count("messages"),
                SectionTable.text("address"));
        requests.webSockets().forEach(socket -> sockets.row(socket.startNanos(), socket.events(), socket.url()));
        return List.of(table, sockets);
    }

    private static void note(
            String what, Predicate<NetworkRequests.Request> counted, NetworkRequests requests, SectionTable table) {
        table.note(what, requests.byTime().stream().filter(counted).count());
    }
}
