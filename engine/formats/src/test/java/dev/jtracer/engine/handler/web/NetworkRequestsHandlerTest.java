// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import dev.jtracer.engine.handler.web.NetworkRequests.Request;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cases of DevTools' tests of its handler, with other events. */
class NetworkRequestsHandlerTest {
    private static final long MS = 1_000_000;

    private static NetworkRequests network(String... lines) throws IOException {
        return HandlerRun.ofLines(new NetworkRequestsHandler(), String.join("\n", lines));
    }

    private static Request only(NetworkRequests network) {
        assertThat(network.byTime()).hasSize(1);
        return network.byTime().get(0);
    }

    /** An event about a request, at a time in milliseconds, with more data. */
    private static String event(String name, double millis, String id, String more) {
        return "I 2:1 " + millis * 1000 + " " + name + " \"args\":{\"data\":{\"requestId\":\"" + id + "\""
                + (more.isEmpty() ? "" : "," + more) + "}}";
    }

    private static List<Long> stages(Request request) {
        return List.of(request.queueingNanos(), request.waitingNanos(), request.downloadNanos());
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
    void stages_areExact() throws IOException {
        Request request = only(network(
                willSend(1000, "r"),
                send(1002, "r", "https://a.example/x"),
                response(1240, "r", """
                        "timing":{"requestTime":1.003,"proxyStart":1,"proxyEnd":3,"dnsStart":4,"dnsEnd":9,\
                        "connectStart":9,"connectEnd":39,"sslStart":19,"sslEnd":38,"sendStart":40,"sendEnd":41,\
                        "receiveHeadersStart":180,"receiveHeadersEnd":200}"""),
                finish(1300, "r", "\"finishTime\":1.25")));

        assertThat(request.startNanos()).isEqualTo(1000 * MS);
        assertThat(request.durNanos()).isEqualTo(300 * MS);
        assertThat(stages(request)).containsExactly(3 * MS, 159 * MS, 47 * MS);
    }

    @Test
    void stages_ofAnOldConnectionAreExact() throws IOException {
        Request request = only(network(
                send(1000, "r", "https://a.example/x"),
                response(1100, "r", """
                        "timing":{"requestTime":1.010,"proxyStart":-1,"proxyEnd":-1,"dnsStart":-1,"dnsEnd":-1,\
                        "connectStart":-1,"connectEnd":-1,"sslStart":-1,"sslEnd":-1,"sendStart":2,"sendEnd":3,\
                        "receiveHeadersEnd":80}"""),
                finish(1120, "r", "\"finishTime\":1.095")));

        assertThat(stages(request)).containsExactly(10 * MS, 77 * MS, 5 * MS);
    }

    @Test
    void stages_withoutTimingComeFromTheEventsAlone() throws IOException {
        Request request = only(network(
                willSend(1000, "r"),
                send(1010, "r", "https://a.example/x"),
                response(1100, "r", ""),
                finish(1150, "r", "")));

        assertThat(stages(request)).containsExactly(0L, 0L, 50 * MS);
    }

    @Test
    void memoryCachedRequest_ignoresTheTimingOfTheOneBefore() throws IOException {
        Request request = only(network(
                send(1000, "r", "https://a.example/x"),
                event("ResourceMarkAsCached", 1000, "r", ""),
                response(1001, "r", "\"fromCache\":true,\"timing\":{\"requestTime\":0.5,\"dnsStart\":7,\"dnsEnd\":9}"),
                finish(1003, "r", "")));

        assertThat(request.cached()).isTrue();
        assertThat(stages(request)).containsExactly(0L, 0L, 2 * MS);
    }

    @Test
    void answers_ofTheBrowsersCacheAreNotThoseOfAServiceWorker() throws IOException {
        NetworkRequests network = network(
                send(1, "disk", "https://a.example/1"),
                response(2, "disk", "\"fromCache\":true,\"fromServiceWorker\":false"),
                send(3, "worker", "https://a.example/2"),
                response(4, "worker", "\"fromCache\":true,\"fromServiceWorker\":true"));

        assertThat(network.byTime()).extracting(Request::cached).containsExactly(true, false);
    }

    @Test
    void redirectedRequest_hasItsLastAddressAndItsFirstBegin() throws IOException {
        Request request = only(network(
                willSend(100, "r"),
                send(105, "r", "http://a.example/"),
                willSend(150, "r"),
                send(155, "r", "https://www.a.example/"),
                response(300, "r", ""),
                finish(310, "r", "")));

        assertThat(request.url()).isEqualTo("https://www.a.example/");
        assertThat(request.startNanos()).isEqualTo(100 * MS);
        assertThat(request.durNanos()).isEqualTo(210 * MS);
    }

    @Test
    void unfinishedRequest_lastsUntilItsLastSending() throws IOException {
        Request request =
                only(network(send(105, "r", "http://a.example/i.png"), send(155, "r", "http://b.example/i.png")));

        assertThat(request.durNanos()).isEqualTo(50 * MS);
        assertThat(request.finished()).isFalse();
    }

    @Test
    void answer_hasDefaultsWhereTheTraceIsSilent() throws IOException {
        Request silent = only(network(send(1, "r", "http://a.example/", "\"x\":1"), response(2, "r", "")));
        Request telling = only(network(
                send(1, "r", "https://a.example/"),
                response(2, "r", "\"statusCode\":404,\"headers\":[{}]"),
                finish(3, "r", "\"didFail\":true,\"encodedDataLength\":77,\"decodedBodyLength\":99")));

        assertThat(silent).isEqualTo(new Request("http://a.example/", "", 0, MS, 0, 0, 0, 0, 0, false, false, false));
        assertThat(telling)
                .isEqualTo(new Request("https://a.example/", "GET", 404, MS, 2 * MS, 0, 0, MS, 77, true, true, false));
    }

    @Test
    void requests_areInTheOrderOfTime() throws IOException {
        NetworkRequests network = network(
                send(9, "r3", "https://a.example/"),
                send(1, "r1", "https://a.example/"),
                send(5, "r2", "https://b.example/"));

        assertThat(network.byTime()).extracting(Request::startNanos).containsExactly(MS, 5 * MS, 9 * MS);
    }

    @Test
    void requests_thatAreNoExchangeAreCountedAndDropped() throws IOException {
        NetworkRequests network = network(
                response(1, "never-sent", ""),
                send(2, "inline", "data:image/png;base64,AAAA"),
                send(3, "extension", "chrome-extension://abc/x.js"),
                send(4, "blob", "blob:https://a.example/1"),
                "I 2:1 5 ResourceFinish");

        assertThat(network.byTime()).extracting(Request::url).containsExactly("blob:https://a.example/1");
        assertThat(network.problems()).hasToString("{MISSING_ID=1, NOT_SENT=1, DATA_URL=1, OTHER_SCHEME=1}");
    }

    @Test
    void malformedAddress_isCountedAndKept() throws IOException {
        NetworkRequests network = network(
                send(1, "r1", "http://"), send(2, "r2", "https:///x"), send(3, "r3", "https://a.example/a|b{c}"));

        assertThat(network.byTime()).hasSize(3);
        assertThat(network.problems()).hasToString("{MALFORMED_URL=2}");
    }

    @Test
    void webSocket_beginsWithItsCreation() throws IOException {
        NetworkRequests network = network(
                webSocket("WebSocketReceive", 50, "\"dataLength\":7"),
                webSocket("WebSocketCreate", 10, "\"url\":\"wss://a.example/\""),
                webSocket("WebSocketSendHandshakeRequest", 11, ""),
                webSocket("WebSocketReceiveHandshakeResponse", 12, ""),
                webSocket("WebSocketSend", 20, "\"dataLength\":5"),
                webSocket("WebSocketDestroy", 90, ""));

        assertThat(network.webSockets()).containsExactly(new NetworkRequests.WebSocket("wss://a.example/", 10 * MS, 6));
    }

    @Test
    void webSocket_withoutCreationBeginsWithTheTrace() throws IOException {
        NetworkRequests network = network("I 1 4000 start", webSocket("WebSocketSend", 20, ""));

        assertThat(network.webSockets()).containsExactly(new NetworkRequests.WebSocket("", 4 * MS, 1));
    }

    @Test
    void webSockets_ofDifferentPagesMayShareANumber() throws IOException {
        NetworkRequests network = network(
                "I 2:1 5 WebSocketCreate \"args\":{\"data\":{\"identifier\":1,\"url\":\"ws://a.example\"}}",
                "I 3:1 6 WebSocketCreate \"args\":{\"data\":{\"identifier\":1,\"url\":\"ws://b.example\"}}",
                "I 3:1 7 WebSocketCreate");

        assertThat(network.webSockets()).hasSize(2);
        assertThat(network.problems()).hasToString("{MISSING_ID=1}");
    }

    private static String webSocket(String name, long millis, String more) {
        return "I 2:1 " + millis * 1000 + " " + name + " \"args\":{\"data\":{\"identifier\":4711"
                + (more.isEmpty() ? "" : "," + more) + "}}";
    }

    @Test
    void preconnects_areCounted() throws IOException {
        NetworkRequests network = network(
                "I 1 9 LinkPreconnect \"args\":{\"data\":{\"url\":\"https://b.example\"}}", "I 1 5 LinkPreconnect");

        assertThat(network.preconnects()).isEqualTo(2);
    }
}
