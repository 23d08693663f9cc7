// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.web.NetworkRequest;
import dev.jtracer.engine.handler.web.NetworkRequests;
import dev.jtracer.engine.handler.web.NetworkRequestsHandler;
import dev.jtracer.engine.handler.web.WebSocketConnection;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

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
                .sorted(Comparator.comparingLong(NetworkRequest::durNanos).reversed())
                .forEach(request -> table.row(
                        request.finished() ? request.durNanos() : SectionTable.UNKNOWN,
                        request.startNanos(),
                        request.stages().queueing(),
                        request.stages().waiting(),
                        request.stages().download(),
                        request.encodedBytes(),
                        (long) request.response().statusCode(),
                        request.method(),
                        request.url()));
        table.note(
                "requests without an end",
                requests.byTime().stream()
                        .filter(request -> !request.finished())
                        .count());
        table.note("connections requested in advance", requests.preconnects().size());
        requests.problems()
                .forEach((problem, count) -> table.note(
                        "request: " + problem.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
        SectionTable sockets = new SectionTable(
                "webSockets",
                "Web sockets of the page, in their order:",
                SectionTable.time("began"),
                SectionTable.count("messages"),
                SectionTable.text("address"));
        for (WebSocketConnection socket : requests.webSockets()) {
            sockets.row(socket.startNanos(), (long) socket.events().size(), socket.url());
        }
        return List.of(table, sockets);
    }
}
