// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.server.Answers;
import dev.jtracer.it.app.server.JdkServer;
import dev.jtracer.it.app.server.NettyServer;
import dev.jtracer.it.app.server.ReactorServer;
import dev.jtracer.it.app.server.UndertowServer;
import dev.jtracer.it.app.server.VertxServer;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Call;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests to servers that end a request by an event. */
class ServerRequestsIT {
    private static final int REQUESTS = 100;
    private static final int AT_ONCE = 16;
    private static final String[] NAMES = {"ok", "missing", "fails"};

    private static final List<Class<?>> LIBRARIES = List.of(
            io.netty.util.concurrent.Promise.class,
            io.netty.buffer.ByteBuf.class,
            io.netty.resolver.AddressResolver.class,
            io.netty.resolver.dns.DnsNameResolver.class,
            io.netty.channel.Channel.class,
            io.netty.channel.unix.Socket.class,
            io.netty.handler.ssl.SslHandler.class,
            io.netty.handler.proxy.ProxyHandler.class,
            io.netty.handler.codec.ByteToMessageDecoder.class,
            io.netty.handler.codec.compression.ZlibCodecFactory.class,
            io.netty.handler.codec.dns.DnsRecord.class,
            io.netty.handler.codec.http.HttpRequest.class,
            io.netty.handler.codec.http2.Http2FrameCodec.class,
            io.netty.handler.codec.socksx.SocksMessage.class,
            reactor.core.publisher.Mono.class,
            reactor.netty.Connection.class,
            reactor.netty.http.server.HttpServer.class,
            org.reactivestreams.Publisher.class,
            io.vertx.core.Vertx.class,
            io.vertx.core.internal.logging.Logger.class,
            com.fasterxml.jackson.core.JsonFactory.class,
            io.undertow.Undertow.class,
            org.jboss.logging.Logger.class,
            org.jboss.threads.EnhancedQueueExecutor.class,
            org.wildfly.common.Assert.class,
            org.wildfly.client.config.ClientConfiguration.class,
            org.xnio.Xnio.class,
            org.xnio.nio.NioXnioProvider.class);

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private JvmCommand command(Class<?> server) {
        return jvms.app(server)
                .onClassPath(LIBRARIES.toArray(Class<?>[]::new))
                .jvm("-Xverify:all")
                .quick()
                .agent("include=" + Answers.class.getName());
    }

    private static int port(JvmProcess server) {
        server.awaitStdout("\n");
        Matcher port = Pattern.compile("port (\\d+)").matcher(server.stdout());
        assertThat(port.find()).as(server.stdout() + server.stderr()).isTrue();
        return Integer.parseInt(port.group(1));
    }

    private static JvmResult end(JvmProcess server) {
        server.send("x");
        JvmResult traced = server.awaitExit();
        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stderr()).doesNotContain("please report", "xception");
        return traced;
    }

    @ParameterizedTest
    @ValueSource(classes = {NettyServer.class, ReactorServer.class, VertxServer.class, UndertowServer.class})
    void requestsAtOnce_haveTheirStatuses(Class<?> main) throws InterruptedException {
        JvmProcess server = command(main).start();
        send(port(server));
        JvmResult traced = end(server);

        JvmResult report = jvms.jtracer("report", traced.files(".json").get(0).toString(), "--by", "request", "--json")
                .run();
        for (String path : new String[] {"/", "/later/"}) {
            assertThat(report.stdout())
                    .containsPattern(route("GET", path + "ok", 17, 2))
                    .containsPattern(route("GET", path + "missing", 17, 4))
                    .containsPattern(route("GET", path + "fails", 16, 5));
        }
        StrictTrace trace = traced.trace();
        for (String name : NAMES) {
            String end = "HTTP GET /later/" + name + " async";
            assertThat(trace.runsOf(end)).hasSameSizeAs(trace.passesOf(end));
            assertThat(trace.runsOf(end))
                    .noneMatch(run -> run.ambiguous() || run.number().isEmpty());
        }
        assertThat(namesAround(trace, "Answers.answer"))
                .hasSize(REQUESTS)
                .allMatch(name -> name.startsWith("HTTP GET /"));
    }

    /** Sends requests, some at once, on connections that are kept. */
    private static void send(int port) throws InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        Semaphore free = new Semaphore(AT_ONCE);
        List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            free.acquire();
            String path = (i % 2 == 0 ? "/" : "/later/") + NAMES[i / 2 % NAMES.length];
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + port + path + "?query=secret"))
                    .build();
            responses.add(client.sendAsync(request, BodyHandlers.ofString())
                    .whenComplete((response, failure) -> free.release()));
        }
        for (CompletableFuture<HttpResponse<String>> response : responses) {
            String path = response.join().request().uri().getPath();
            int status = path.endsWith("missing") ? 404 : path.endsWith("fails") ? 500 : 200;
            assertThat(response.join().statusCode()).isEqualTo(status);
        }
    }

    /** Returns the pattern of a route with requests that all have a status of one class. */
    private static String route(String method, String path, int count, int statusClass) {
        String none = "\"1xx\":0,\"2xx\":0,\"3xx\":0,\"4xx\":0,\"5xx\":0";
        String statuses = none.replace(statusClass + "xx\":0", statusClass + "xx\":" + count);
        return "\"name\":\"HTTP " + method + " " + path + "\",\"count\":" + count + ",[^}]*\\{" + statuses + "}";
    }

    /** Returns the names of the root calls around the calls of a method. */
    private static List<String> namesAround(StrictTrace trace, String method) {
        List<String> names = new ArrayList<>();
        for (StrictTrace.Row row : trace.rows()) {
            for (Call outermost : row.outer().children()) {
                outermost.stream()
                        .filter(call -> call.name().endsWith(method))
                        .forEach(call -> names.add(outermost.name()));
            }
        }
        return names;
    }

    @Test
    void requestsInOnePacket_endInTheirOrder() throws IOException {
        JvmProcess server = command(NettyServer.class).start();
        String[] paths = {"/later/ok", "/later/missing", "/later/fails"};
        StringBuilder requests = new StringBuilder();
        for (String path : paths) {
            requests.append("GET ").append(path).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        String responses = exchange(port(server), requests.toString(), "/later/fails 0");
        JvmResult traced = end(server);

        assertThat(responses)
                .containsSubsequence("200 OK", "/later/ok 0", "404 Not Found", "/later/missing 0", "500 Internal");
        JvmResult report = report(traced);
        assertThat(report.stdout())
                .containsPattern(route("GET", "/later/ok", 1, 2))
                .containsPattern(route("GET", "/later/missing", 1, 4))
                .containsPattern(route("GET", "/later/fails", 1, 5));
        assertThat(namesAround(traced.trace(), "Answers.answer"))
                .containsExactly("HTTP GET /later/ok", "HTTP GET /later/missing", "HTTP GET /later/fails");
    }

    @Test
    void bodyInSeveralPackets_isPartOfTheRequest() throws Exception {
        JvmProcess server = command(NettyServer.class).start();
        int port = port(server);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            write(socket, "POST /parts/fails HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
            server.awaitStdout("port"); // the next packet is another read, or the same one
            write(socket, "a");
            write(socket, "bcde");
            assertThat(readUntil(socket, "/parts/fails 5")).contains("103 Early Hints", "500 Internal");
        }
        HttpResponse<String> whole = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/upload/ok"))
                                .POST(BodyPublishers.ofString("x".repeat(90_000)))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(whole.body()).isEqualTo("/upload/ok 90000");
        JvmResult traced = end(server);

        assertThat(report(traced).stdout())
                .containsPattern(route("POST", "/parts/fails", 1, 5))
                .containsPattern(route("POST", "/upload/ok", 1, 2));
        StrictTrace trace = traced.trace();
        assertThat(namesAround(trace, "Answers.answer")).hasSize(2).allMatch(name -> name.startsWith("HTTP POST /"));
        assertThat(trace.runsOf("HTTP POST /upload/ok continued")).isNotEmpty();
        for (String path : new String[] {"/parts/fails", "/upload/ok"}) {
            String part = "HTTP POST " + path + " continued";
            assertThat(trace.count(part))
                    .as("parts without an arrow")
                    .isEqualTo(trace.runsOf(part).size());
            assertThat(trace.runsOf(part))
                    .extracting(StrictTrace.Run::number)
                    .containsExactlyInAnyOrderElementsOf(trace.passesOf(part).stream()
                            .map(StrictTrace.Pass::number)
                            .toList());
        }
    }

    @Test
    void closedConnection_endsItsRequestWithoutAStatus() throws IOException {
        JvmProcess server = command(NettyServer.class).start();
        int port = port(server);
        exchange(port, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\nGET /never HTTP/1.1\r\nHost: a\r\n\r\n", "/ok 0");
        String next = exchange(port, "GET /missing HTTP/1.1\r\nHost: a\r\n\r\n", "/missing 0");
        JvmResult traced = end(server);

        assertThat(next).contains("404");
        assertThat(report(traced).stdout())
                .containsPattern(route("GET", "/ok", 1, 2))
                .containsPattern(route("GET", "/missing", 1, 4))
                .containsPattern(route("GET", "/never", 1, 0));
        assertThat(traced.trace().passesOf("HTTP GET /never async")).hasSize(1);
        assertThat(traced.trace().runsOf("HTTP GET /never async")).hasSize(1);
    }

    @Test
    void requestInAnotherThread_isFollowedThere() throws IOException {
        JvmProcess server = command(UndertowServer.class).start();
        String response =
                exchange(port(server), "GET /blocking/missing HTTP/1.1\r\nHost: a\r\n\r\n", "/blocking/missing");
        JvmResult traced = end(server);

        assertThat(response).contains("404");
        assertThat(report(traced).stdout()).containsPattern(route("GET", "/blocking/missing", 1, 4));
        StrictTrace trace = traced.trace();
        String task = "org.jboss.threads.EnhancedQueueExecutor.execute[0]";
        assertThat(trace.passesOf(task))
                .extracting(StrictTrace.Pass::call)
                .containsExactly("HTTP GET /blocking/missing");
        assertThat(trace.rows())
                .extracting(row -> StrictTrace.tree(row.outer().children()))
                .contains("""
                        org.jboss.threads.EnhancedQueueExecutor.execute[0] callback
                          HTTP GET /blocking/missing continued
                            dev.jtracer.it.app.server.Answers.answer
                              dev.jtracer.it.app.server.Answers.status
                              HTTP GET /blocking/missing async callback
                        """);
    }

    @ParameterizedTest
    @ValueSource(classes = {NettyServer.class, UndertowServer.class})
    void runningServer_isTracedUntilTheDetach(Class<?> main) throws IOException {
        JvmProcess server =
                jvms.app(main).onClassPath(LIBRARIES.toArray(Class<?>[]::new)).start();
        String pid = Long.toString(server.pid());
        int port = port(server);
        String request = "GET /missing HTTP/1.1\r\nHost: a\r\n\r\n";
        exchange(port, request, "/missing");
        JvmResult attached = jvms.jtracer("attach", pid, "include=" + Answers.class.getName())
                .run();
        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        exchange(port, request, "/missing");
        JvmResult detached = jvms.jtracer("detach", pid).run();
        assertThat(detached.stdout()).contains("the tracer has left this JVM");
        exchange(port, request, "/missing");
        server.send("x");
        JvmResult result = server.awaitExit();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(report(result).stdout()).containsPattern(route("GET", "/missing", 1, 4));
    }

    /** Handlers that are lambdas, which no transformer receives, and an authenticator that lets no request pass. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void serverOfTheJdk_isTracedWhateverItsHandlersAre(boolean fromTheStart) throws IOException {
        JvmCommand command = fromTheStart
                ? command(JdkServer.class)
                : jvms.app(JdkServer.class).jvm("-Xverify:all");
        JvmProcess server = command.start();
        String pid = Long.toString(server.pid());
        int port = port(server);
        if (!fromTheStart) {
            sendEach(port);
            JvmResult attached = jvms.jtracer("attach", pid, "include=" + Answers.class.getName())
                    .run();
            assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        }
        sendEach(port);
        JvmResult detached = jvms.jtracer("detach", pid).run();
        assertThat(detached.stdout()).contains("the tracer has left this JVM");
        sendEach(port);
        JvmResult result = end(server);

        assertThat(report(result).stdout())
                .containsPattern(route("GET", "/missing", 1, 4))
                .containsPattern(route("GET", "/referred/fails", 1, 5))
                .containsPattern(route("GET", "/refused", 1, 4));
        assertThat(namesAround(result.trace(), "Answers.answer"))
                .containsExactlyInAnyOrder("HTTP GET /missing", "HTTP GET /referred/fails");
    }

    @Test
    void exchangeOfTheJdkInAnotherThread_isPartOfItsRequest() throws IOException {
        JvmProcess server = command(JdkServer.class).start();
        String request = "GET /later/missing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        assertThat(exchange(port(server), request, "/missing")).contains("404");
        JvmResult traced = end(server);

        assertThat(report(traced).stdout()).containsPattern(route("GET", "/later/missing", 1, 4));
        assertThat(traced.trace().count("HTTP GET /later/missing")).isEqualTo(1);
        assertThat(traced.trace().count("HTTP GET /later/missing continued")).isEqualTo(1);
    }

    private static void sendEach(int port) throws IOException {
        String end = " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        assertThat(exchange(port, "GET /missing" + end, "/missing")).contains("404");
        assertThat(exchange(port, "GET /referred/fails" + end, "/fails")).contains("500");
        assertThat(exchange(port, "GET /refused" + end, "\r\n\r\n")).contains("403");
    }

    private JvmResult report(JvmResult traced) {
        return jvms.jtracer("report", traced.files(".json").get(0).toString(), "--by", "request", "--json")
                .run();
    }

    /** Sends bytes, and returns what is received up to a text. */
    private static String exchange(int port, String sent, String last) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            write(socket, sent);
            return readUntil(socket, last);
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String readUntil(Socket socket, String last) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder received = new StringBuilder();
        while (received.indexOf(last) < 0) {
            int next = in.read();
            assertThat(next).as("after " + received).isNotNegative();
            received.append((char) next);
        }
        return received.toString();
    }
}
