// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import dev.jtracer.engine.handler.web.NetworkRequest.Stages;
import dev.jtracer.engine.handler.web.NetworkRequests.Problem;
import dev.jtracer.engine.handler.web.WebSocketConnection.Kind;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What DevTools' tests of its handler ask for, with events of our own. */
class NetworkRequestsHandlerTest {
    private static final long MS = 1_000_000;

    private static NetworkRequests network(String... lines) throws IOException {
        return HandlerRun.ofLines(new NetworkRequestsHandler(), String.join("\n", lines));
    }

    private static NetworkRequest only(NetworkRequests network) {
        assertThat(network.byTime()).hasSize(1);
        return network.byTime().get(0);
    }

    /** An event about a request, at a time in milliseconds, with more data. */
    private static String event(String name, double millis, String id, String more) {
        return "I 2:1 " + millis * 1000 + " " + name + " \"args\":{\"data\":{\"requestId\":\"" + id + "\""
                + (more.isEmpty() ? "" : "," + more) + "}}";
    }

    private static String willSend(double millis, String id) {
        return event("ResourceWillSendRequest", millis, id, "");
    }

    private static String send(double millis, String id, String url) {
        return send(millis, id, url, "\"priority\":\"High\",\"requestMethod\":\"GET\"");
    }

    private static String send(double millis, String id, String url, String more) {
        return event("ResourceSendRequest", millis, id, "\"url\":\"" + url + "\"," + more);
    }

    private static String response(double millis, String id, String more) {
        return event("ResourceReceiveResponse", millis, id, more);
    }

    private static String finish(double millis, String id, String more) {
        return event("ResourceFinish", millis, id, more);
    }

    @Test
    void stages_ofANewConnectionAreExact() throws IOException {
        NetworkRequest request = only(network(
                willSend(1000, "r"),
                send(1002, "r", "https://a.example/x"),
                response(1240, "r", """
                        "timing":{"requestTime":1.003,"proxyStart":1,"proxyEnd":3,"dnsStart":4,"dnsEnd":9,\
                        "connectStart":9,"connectEnd":39,"sslStart":19,"sslEnd":38,"sendStart":40,"sendEnd":41,\
                        "receiveHeadersStart":180,"receiveHeadersEnd":200}"""),
                finish(1300, "r", "\"finishTime\":1.25")));

        assertThat(request.startNanos()).isEqualTo(1000 * MS);
        assertThat(request.durNanos()).isEqualTo(300 * MS);
        assertThat(request.stages())
                .isEqualTo(new Stages(
                        0, 3 * MS, 4 * MS, 2 * MS, 5 * MS, 30 * MS, 19 * MS, MS, 159 * MS, 139 * MS, 47 * MS, 250 * MS,
                        50 * MS));
        assertThat(request.stages().total()).isEqualTo(300 * MS);
    }

    @Test
    void stages_ofAnOldConnectionHaveNoLookupAndNoConnecting() throws IOException {
        NetworkRequest request = only(network(
                send(1000, "r", "https://a.example/x"),
                response(1100, "r", """
                        "timing":{"requestTime":1.010,"proxyStart":-1,"proxyEnd":-1,"dnsStart":-1,"dnsEnd":-1,\
                        "connectStart":-1,"connectEnd":-1,"sslStart":-1,"sslEnd":-1,"sendStart":2,"sendEnd":3,\
                        "receiveHeadersEnd":80}"""),
                finish(1120, "r", "\"finishTime\":1.095")));

        assertThat(request.stages())
                .isEqualTo(new Stages(0, 10 * MS, 2 * MS, 0, 0, 0, 0, MS, 77 * MS, 77 * MS, 5 * MS, 95 * MS, 25 * MS));
    }

    @Test
    void stalled_isTheTimeUntilTheResponseWhenNoStepTells() throws IOException {
        NetworkRequest request = only(network(
                send(1000, "r", "https://a.example/x"),
                response(
                        1100,
                        "r",
                        "\"timing\":{\"requestTime\":1,\"dnsStart\":-1,\"connectStart\":-1,\"sendStart\":0}"),
                finish(1120, "r", "")));

        assertThat(request.stages().stalled()).isEqualTo(100 * MS);
    }

    @Test
    void stages_withoutTimingComeFromTheEventsAlone() throws IOException {
        NetworkRequest request = only(network(
                willSend(1000, "r"),
                send(1010, "r", "https://a.example/x"),
                response(1100, "r", ""),
                finish(1150, "r", "")));

        assertThat(request.stages()).isEqualTo(new Stages(0, 0, 100 * MS, 0, 0, 0, 0, 0, 0, 0, 50 * MS, 0, 0));
    }

    @Test
    void memoryCachedRequest_ignoresTheTimingOfTheOneBefore() throws IOException {
        NetworkRequest request = only(network(
                send(1000, "r", "https://a.example/x"),
                event("ResourceMarkAsCached", 1000, "r", ""),
                response(1001, "r", "\"fromCache\":true,\"timing\":{\"requestTime\":0.5,\"dnsStart\":7,\"dnsEnd\":9}"),
                finish(1003, "r", "")));

        assertThat(request.response().memoryCached()).isTrue();
        assertThat(request.stages()).isEqualTo(new Stages(0, 0, MS, 0, 0, 0, 0, 0, 0, 0, 2 * MS, 0, 0));
    }

    @Test
    void caches_areToldApart() throws IOException {
        NetworkRequests network = network(
                send(1, "disk", "https://a.example/1"),
                response(2, "disk", "\"fromCache\":true,\"fromServiceWorker\":false"),
                send(3, "worker", "https://a.example/2"),
                response(4, "worker", "\"fromCache\":true,\"fromServiceWorker\":true"),
                send(5, "pushed", "https://a.example/3"),
                response(6, "pushed", "\"fromCache\":true,\"timing\":{\"requestTime\":0.005,\"pushStart\":0.004}"));

        assertThat(network.find("disk").orElseThrow().response().diskCached()).isTrue();
        assertThat(network.find("worker").orElseThrow().response().diskCached()).isFalse();
        assertThat(network.find("worker").orElseThrow().response().fromServiceWorker())
                .isTrue();
        assertThat(network.find("pushed").orElseThrow().response().diskCached()).isFalse();
        assertThat(network.find("pushed").orElseThrow().response().pushed()).isTrue();
    }

    @Test
    void redirects_ofANavigationRunFromAnnouncementToAnnouncement() throws IOException {
        NetworkRequest request = only(network(
                willSend(100, "r"),
                send(105, "r", "http://a.example/"),
                willSend(150, "r"),
                send(155, "r", "https://a.example/"),
                willSend(180, "r"),
                send(190, "r", "https://www.a.example/"),
                response(300, "r", ""),
                finish(310, "r", "")));

        assertThat(request.url()).isEqualTo("https://www.a.example/");
        assertThat(request.redirects())
                .containsExactly(
                        new NetworkRequest.Redirect("http://a.example/", "High", "GET", 100 * MS, 50 * MS),
                        new NetworkRequest.Redirect("https://a.example/", "High", "GET", 150 * MS, 30 * MS));
        assertThat(request.stages().redirection()).isEqualTo(80 * MS);
        assertThat(request.startNanos()).isEqualTo(100 * MS);
    }

    @Test
    void redirects_ofASubResourceRunFromSendingToSending() throws IOException {
        NetworkRequest request = only(network(
                send(105, "r", "http://a.example/i.png"),
                send(155, "r", "http://b.example/i.png"),
                response(300, "r", ""),
                finish(310, "r", "")));

        assertThat(request.redirects())
                .containsExactly(
                        new NetworkRequest.Redirect("http://a.example/i.png", "High", "GET", 105 * MS, 50 * MS));
        assertThat(request.stages().redirection()).isEqualTo(50 * MS);
    }

    @Test
    void unfinishedRequest_lastsUntilItsLastSending() throws IOException {
        NetworkRequest request =
                only(network(send(105, "r", "http://a.example/i.png"), send(155, "r", "http://b.example/i.png")));

        assertThat(request.durNanos()).isEqualTo(50 * MS);
        assertThat(request.finished()).isFalse();
        assertThat(request.response().received()).isFalse();
    }

    @Test
    void answer_hasDefaultsWhereTheTraceIsSilent() throws IOException {
        NetworkRequest silent = only(network(send(1, "r", "http://a.example/"), response(2, "r", "")));
        NetworkRequest telling = only(network(
                send(1, "r", "https://a.example/"),
                response(2, "r", "\"statusCode\":404,\"mimeType\":\"text/html\",\"protocol\":\"h2\",\"headers\":[{}]"),
                finish(3, "r", "\"didFail\":true,\"encodedDataLength\":77,\"decodedBodyLength\":99")));

        assertThat(silent.response())
                .isEqualTo(new NetworkRequest.Response(true, 0, "", "unknown", false, false, false, false));
        assertThat(silent.https()).isFalse();
        assertThat(telling.response())
                .isEqualTo(new NetworkRequest.Response(true, 404, "text/html", "h2", false, false, false, false));
        assertThat(telling.failed()).isTrue();
        assertThat(telling.encodedBytes()).isEqualTo(77);
        assertThat(telling.decodedBytes()).isEqualTo(99);
        assertThat(telling.https()).isTrue();
    }

    @Test
    void priority_isThatOfTheLastChange() throws IOException {
        NetworkRequest request = only(network(
                send(1, "r", "https://a.example/", "\"priority\":\"Low\",\"renderBlocking\":\"potentially_blocking\""),
                event("ResourceChangePriority", 5, "r", "\"priority\":\"VeryHigh\""),
                event("ResourceChangePriority", 3, "r", "\"priority\":\"High\""),
                event("PreloadRenderBlockingStatusChange", 4, "r", "\"renderBlocking\":\"blocking\""),
                finish(9, "r", "")));

        assertThat(request.initialPriority()).isEqualTo("Low");
        assertThat(request.priority()).isEqualTo("VeryHigh");
        assertThat(request.renderBlocking()).isEqualTo("blocking");
    }

    @Test
    void requests_areByUrlInTheOrderOfTime() throws IOException {
        NetworkRequests network = network(
                send(9, "r3", "https://a.example/"),
                send(1, "r1", "https://a.example/"),
                send(5, "r2", "https://b.example/"));

        assertThat(network.byTime()).extracting(NetworkRequest::requestId).containsExactly("r1", "r2", "r3");
        assertThat(network.byUrl().get("https://a.example/"))
                .extracting(NetworkRequest::requestId)
                .containsExactly("r1", "r3");
    }

    @Test
    void initiator_isFoundByItsAddress() throws IOException {
        NetworkRequests network = network(
                send(1, "page", "https://a.example/"),
                send(
                        2,
                        "script",
                        "https://a.example/s.js",
                        "\"initiator\":{\"type\":\"parser\",\"url\":\"https://a.example/\"}"));

        assertThat(network.initiators()).hasToString("{script=page}");
    }

    @Test
    void initiator_isFoundByTheTopOfTheStack() throws IOException {
        NetworkRequests network = network(
                send(1, "script", "https://a.example/s.js"),
                send(
                        2,
                        "image",
                        "https://a.example/i.png",
                        "\"stackTrace\":[{\"url\":\"https://a.example/s.js\"},{\"url\":\"https://a.example/\"}]"),
                send(3, "other", "https://a.example/j.png", "\"initiator\":{\"url\":\"https://nobody.example/\"}"));

        assertThat(network.initiators()).hasToString("{image=script}");
    }

    @Test
    void requests_thatAreNoExchangeAreCountedAndLeftOut() throws IOException {
        NetworkRequests network = network(
                response(1, "never-sent", ""),
                send(2, "inline", "data:image/png;base64,AAAA"),
                send(3, "extension", "chrome-extension://abc/x.js"),
                send(4, "blob", "blob:https://a.example/1"),
                "I 2:1 5 ResourceFinish");

        assertThat(network.byTime()).extracting(NetworkRequest::requestId).containsExactly("blob");
        assertThat(network.problems()).hasToString("{MISSING_ID=1, NOT_SENT=1, DATA_URL=1, OTHER_SCHEME=1}");
    }

    @Test
    void malformedAddress_isCountedAndKept() throws IOException {
        NetworkRequests network = network(
                send(1, "r1", "http://"), send(2, "r2", "https:///x"), send(3, "r3", "https://a.example/a|b{c}"));

        assertThat(network.byTime()).hasSize(3);
        assertThat(network.count(Problem.MALFORMED_URL)).isEqualTo(2);
    }

    @Test
    void webSocket_hasItsEventsFromCreationToEnd() throws IOException {
        NetworkRequests network = network(
                webSocket("WebSocketReceive", 50, "\"dataLength\":7"),
                webSocket("WebSocketCreate", 10, "\"url\":\"wss://a.example/\""),
                webSocket("WebSocketSendHandshakeRequest", 11, ""),
                webSocket("WebSocketReceiveHandshakeResponse", 12, ""),
                webSocket("WebSocketSend", 20, "\"dataLength\":5"),
                webSocket("WebSocketSend", 21, ""),
                webSocket("WebSocketReceive", 51, ""),
                webSocket("WebSocketSend", 60, ""),
                webSocket("WebSocketDestroy", 90, ""),
                "I 1 200000 end");

        WebSocketConnection connection = network.webSockets().get(0);
        assertThat(connection.url()).isEqualTo("wss://a.example/");
        assertThat(connection.startNanos()).isEqualTo(10 * MS);
        assertThat(connection.endNanos()).isEqualTo(90 * MS);
        assertThat(connection.events()).hasSize(9);
        assertThat(connection.events().get(3)).isEqualTo(new WebSocketConnection.Event(Kind.SEND, 20 * MS, 5));
        assertThat(connection.events().get(8).kind()).isEqualTo(Kind.DESTROY);
    }

    @Test
    void webSocket_withoutCreationOrEndLastsAsLongAsTheTrace() throws IOException {
        NetworkRequests network = network("I 1 4000 start", webSocket("WebSocketSend", 20, ""), "I 1 200000 end");

        WebSocketConnection connection = network.webSockets().get(0);
        assertThat(connection.startNanos()).isEqualTo(4 * MS);
        assertThat(connection.endNanos()).isEqualTo(200 * MS);
        assertThat(connection.created()).isFalse();
        assertThat(connection.destroyed()).isFalse();
    }

    @Test
    void webSockets_ofDifferentPagesMayShareANumber() throws IOException {
        NetworkRequests network = network(
                "I 2:1 5 WebSocketCreate \"args\":{\"data\":{\"identifier\":1,\"url\":\"ws://a.example\"}}",
                "I 3:1 6 WebSocketCreate \"args\":{\"data\":{\"identifier\":1,\"url\":\"ws://b.example\"}}",
                "I 3:1 7 WebSocketCreate");

        assertThat(network.webSockets()).hasSize(2);
        assertThat(network.count(Problem.MISSING_ID)).isEqualTo(1);
    }

    private static String webSocket(String name, long millis, String more) {
        return "I 2:1 " + millis * 1000 + " " + name + " \"args\":{\"data\":{\"identifier\":4711"
                + (more.isEmpty() ? "" : "," + more) + "}}";
    }

    @Test
    void preconnects_areInTheOrderOfTime() throws IOException {
        NetworkRequests network = network(
                "I 2:1 9 LinkPreconnect \"args\":{\"data\":{\"url\":\"https://b.example\",\"frame\":\"f\"}}",
                "I 2:1 5 LinkPreconnect \"args\":{\"data\":{\"url\":\"https://a.example\"}}");

        assertThat(network.preconnects())
                .containsExactly(
                        new NetworkRequests.Preconnect("https://a.example", "", 5_000),
                        new NetworkRequests.Preconnect("https://b.example", "f", 9_000));
    }
}
