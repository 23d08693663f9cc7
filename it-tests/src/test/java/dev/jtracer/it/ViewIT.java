// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.callbacks.PriceRequest;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The command {@code view}, with a client that requests the file as a browser does for Perfetto's page. */
class ViewIT {
    private static final String ORIGIN = "https://ui.perfetto.dev";
    private static final String LINK = ORIGIN + "/#!/?url=";

    @RegisterExtension
    private final Jvms jvms = new Jvms();

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void largeTrace_isServedToPerfettoOnceAndTheCommandEnds() throws Exception {
        long size = 200L << 20;
        Path trace = jvms.newDirectory("in").resolve("trace.pftrace");
        try (RandomAccessFile file = new RandomAccessFile(trace.toFile(), "rw")) {
            file.setLength(size - 1);
            file.seek(size - 1);
            file.write(7);
        }
        JvmProcess view = serve(trace);
        URI address = address(view);

        HttpResponse<Void> preflight = client.send(
                HttpRequest.newBuilder(address)
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                        .header("Origin", ORIGIN)
                        .header("Access-Control-Request-Method", "GET")
                        .header("Access-Control-Request-Private-Network", "true")
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        assertThat(preflight.statusCode()).isEqualTo(204);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin"))
                .contains(ORIGIN);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Private-Network"))
                .contains("true");
        HttpResponse<Void> head = client.send(
                HttpRequest.newBuilder(address)
                        .method("HEAD", HttpRequest.BodyPublishers.noBody())
                        .header("Origin", ORIGIN)
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(size);
        HttpResponse<byte[]> part = client.send(
                request(address, ORIGIN).header("Range", "bytes=10-19").build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).hasSize(10);
        assertThat(part.headers().firstValue("Content-Range")).contains("bytes 10-19/" + size);
        assertThat(view.isAlive()).isTrue();

        HttpResponse<InputStream> whole =
                client.send(request(address, ORIGIN).build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(whole.headers().firstValue("Access-Control-Allow-Origin")).contains(ORIGIN);
        try (InputStream body = whole.body()) {
            body.skipNBytes(size - 1);
            assertThat(body.read()).isEqualTo(7);
            assertThat(body.read()).isEqualTo(-1);
        }

        JvmResult result = view.awaitExit();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr()).isEmpty();
        assertThat(trace).exists();
    }

    @Test
    void othersThanPerfetto_getNothing() throws Exception {
        Path trace = Files.writeString(jvms.newDirectory("in").resolve("trace.json"), "[]");
        JvmProcess view = serve(trace);
        URI address = address(view);
        URI otherToken = URI.create(address.toString().replaceFirst("/[0-9a-f]+/", "/" + "0".repeat(48) + "/"));

        assertNothing(request(otherToken, ORIGIN));
        assertNothing(request(address.resolve("/"), ORIGIN));
        assertNothing(request(address, "https://ui.perfetto.dev.example.com"));
        assertNothing(request(address, "null"));
        assertNothing(HttpRequest.newBuilder(address));
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream()
                    .write(("GET " + address.getPath() + " HTTP/1.1\r\nHost: attacker.example\r\nOrigin: " + ORIGIN
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 404 ")
                    .doesNotContain("Access-Control");
        }

        assertThat(client.send(request(address, ORIGIN).build(), HttpResponse.BodyHandlers.ofString())
                        .body())
                .isEqualTo("[]");
        assertThat(view.awaitExit().exitCode()).isZero();
    }

    @Test
    void recording_isConvertedAndTheConversionIsRemoved() throws Exception {
        Path recording = record();
        Path temporary = jvms.newDirectory("tmp");

        JvmProcess view = jvms.jtracer("view", recording.toString(), "--no-open", "--online", "--port", "0")
                .jvm("-Djava.io.tmpdir=" + temporary)
                .start();
        URI address = address(view);
        byte[] trace = client.send(request(address, ORIGIN).build(), HttpResponse.BodyHandlers.ofByteArray())
                .body();

        assertThat(address.getPath()).endsWith("/trace.pftrace");
        assertThat(new String(trace, StandardCharsets.ISO_8859_1))
                .contains("PriceRequest.accept", "Shelves.findPrice[1]");
        JvmResult result = view.awaitExit();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stdout()).hasLineCount(1);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void noDownload_endsTheCommandAfterTheTimeout() throws IOException {
        Path trace = Files.writeString(jvms.newDirectory("in").resolve("trace.json"), "[]");

        JvmResult result = jvms.jtracer(
                        "view", trace.toString(), "--no-open", "--online", "--port", "0", "--timeout", "10ms")
                .run();

        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(result.stderr())
                .startsWith("nothing was read for 10ms; open the link")
                .hasLineCount(1);
    }

    @Test
    void portInUse_isNamed() throws IOException {
        Path trace = Files.writeString(jvms.newDirectory("in").resolve("trace.json"), "[]");
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            String port = Integer.toString(other.getLocalPort());

            JvmResult result = jvms.jtracer("view", trace.toString(), "--no-open", "--online", "--port", port)
                    .run();

            assertThat(result.exitCode()).isEqualTo(4);
            assertThat(result.stderr())
                    .startsWith("port " + port + " of 127.0.0.1 is in use")
                    .hasLineCount(1);
        }
    }

    @Test
    void unreachablePage_isReplacedByTheReport() throws IOException {
        Path recording = record();
        Path noHosts = Files.createFile(recording.resolveSibling("hosts"));

        JvmResult result =
                view(recording).jvm("-Djdk.net.hosts.file=" + noHosts).run();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr().strip())
                .startsWith("ui.perfetto.dev cannot be reached (its name cannot be resolved)")
                .contains("HTML report", "--online")
                .hasLineCount(1);
        assertReport(result, recording.resolveSibling("price.html"));
    }

    /** Without a line about the network, which is tried afterwards. */
    @Test
    void missingAndEmptyFiles_areNamedAtOnce() throws IOException {
        Path directory = jvms.newDirectory("in");
        Path noHosts = Files.createFile(directory.resolve("hosts"));
        Path empty = Files.createFile(directory.resolve("empty.jtr"));
        Path missing = directory.resolve("typo.jtr");
        Path elsewhere = directory.resolve("no/typo.json");

        assertRefused(view(missing).jvm("-Djdk.net.hosts.file=" + noHosts), missing, "does not exist");
        assertRefused(view(elsewhere).jvm("-Djdk.net.hosts.file=" + noHosts), elsewhere, "does not exist");
        assertRefused(view(empty).jvm("-Djdk.net.hosts.file=" + noHosts), empty, "is empty");
    }

    private static void assertRefused(JvmCommand view, Path file, String reason) {
        JvmResult result = view.run();

        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(result.stderr()).isEqualTo("'" + file + "' " + reason + "; name a trace or a .jtr file\n");
    }

    @Test
    void optionsOfTheServer_contradictThePage() throws IOException {
        Path trace = Files.writeString(jvms.newDirectory("in").resolve("trace.json"), "[]");

        JvmResult result = jvms.jtracer("view", trace.toString(), "--no-open", "--offline", "--port", "0")
                .run();

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.stderr())
                .startsWith("'--offline' and '--port' contradict each other; ")
                .hasLineCount(1);
    }

    @Test
    void refusedConnection_isNamed() throws IOException {
        Path recording = record();
        Path hosts = Files.writeString(recording.resolveSibling("hosts"), "127.0.0.1 ui.perfetto.dev\n");

        JvmResult result = view(recording).jvm("-Djdk.net.hosts.file=" + hosts).run();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr().strip())
                .startsWith("ui.perfetto.dev cannot be reached (no connection to port 443: ")
                .hasLineCount(1);
    }

    @Test
    void offline_makesAPageBesideTheFileAndKeepsEarlierOnes() throws IOException {
        Path recording = record();
        Path page = Files.writeString(recording.resolveSibling("price.html"), "earlier");

        JvmResult result = jvms.jtracer("view", recording.toString(), "--no-open", "--offline")
                .run();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr().strip()).isEqualTo("offline: the HTML report instead of Perfetto");
        assertReport(result, recording.resolveSibling("price-1.html"));
        assertThat(page).hasContent("earlier");
    }

    @Test
    void browser_opensThePage() throws IOException {
        Path recording = record();
        Path programs = jvms.newDirectory("bin");
        Path opened = programs.resolve("opened");
        for (String name : List.of("xdg-open", "open")) {
            Path program = Files.writeString(programs.resolve(name), "#!/bin/sh\necho \"$1\" > '" + opened + "'\n");
            assertThat(program.toFile().setExecutable(true)).isTrue();
        }

        JvmResult result = jvms.jtracer("view", recording.toString(), "--offline")
                .env("PATH", programs.toString())
                .run();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        Await.until("the browser", () -> Files.exists(opened) && Files.size(opened) > 0);
        assertThat(opened).hasContent(Path.of(result.stdout().strip()).toUri().toString());
    }

    @Test
    void proxy_countsAsReachable() throws Exception {
        Path trace = Files.writeString(jvms.newDirectory("in").resolve("trace.json"), "[]");
        Path noHosts = Files.createFile(trace.resolveSibling("hosts"));

        JvmProcess view = jvms.jtracer("view", trace.toString(), "--no-open", "--port", "0")
                .jvm("-Djdk.net.hosts.file=" + noHosts)
                .env("HTTPS_PROXY", "http://proxy.example:3128")
                .start();

        assertThat(client.send(request(address(view), ORIGIN).build(), HttpResponse.BodyHandlers.ofString())
                        .body())
                .isEqualTo("[]");
        assertThat(view.awaitExit().exitCode()).isZero();
    }

    private JvmCommand view(Path recording) {
        JvmCommand view = jvms.jtracer("view", recording.toString(), "--no-open", "--port", "0");
        for (String proxy : List.of("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")) {
            view.env(proxy, ""); // of the computer that runs the tests
        }
        return view;
    }

    private static void assertReport(JvmResult result, Path page) throws IOException {
        assertThat(result.stdout().strip()).isEqualTo(page.toString());
        assertThat(Files.readString(page)).startsWith("<!doctype html>").contains("PriceRequest");
    }

    private Path record() throws IOException {
        Path recording = jvms.newDirectory("in").resolve("price.jtr");
        JvmResult recorded = jvms.app(PriceRequest.class)
                .agent("include=dev.jtracer.examples,output=" + recording)
                .run();
        assertThat(recorded.exitCode()).as(recorded.stderr()).isZero();
        return recording;
    }

    private JvmProcess serve(Path trace) throws IOException {
        return jvms.jtracer("view", trace.toString(), "--no-open", "--online", "--port", "0")
                .start();
    }

    private static URI address(JvmProcess view) {
        view.awaitStdout("\n");
        String link = view.stdout().strip();
        assertThat(link).startsWith(LINK + "http://127.0.0.1:");
        return URI.create(link.substring(LINK.length()));
    }

    private static HttpRequest.Builder request(URI address, String origin) {
        return HttpRequest.newBuilder(address).header("Origin", origin);
    }

    private void assertNothing(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).isEmpty();
        assertThat(response.headers().map().keySet()).allMatch(name -> !name.startsWith("access-control"));
    }
}
