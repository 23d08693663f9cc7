// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Requests that a program sends by the JDK's clients, to a server that answers with the status in the path. */
public final class SentRequests {
    private SentRequests() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            if (path.equals("/abort")) {
                throw new IllegalStateException("no answer");
            }
            if (path.equals("/moved")) {
                exchange.getResponseHeaders().add("Location", "/status/203");
            }
            exchange.sendResponseHeaders(
                    path.equals("/moved") ? 302 : Integer.parseInt(path.substring("/status/".length())), -1);
            exchange.close();
        });
        server.start();
        String address = "127.0.0.1:" + server.getAddress().getPort();
        Sender sender = new Sender("http://user:secret@" + address, "http://" + address);
        System.out.println(sender.send("/status/201?token=secret"));
        System.out.println(sender.send("/status/500"));
        System.out.println(sender.sendAsync("/status/202"));
        System.out.println(sender.failAsync("/abort"));
        System.out.println(sender.fail(null));
        System.out.println(sender.fail("/abort"));
        System.out.println(sender.connect("/status/204"));
        System.out.println(sender.connect("/status/404?token=secret"));
        System.out.println(sender.connect("/moved"));
        System.out.println(sender.connect("/abort"));
        server.stop(0);
    }

    /** Class of an application, which the test includes. */
    public static final class Sender {
        private final HttpClient client = HttpClient.newHttpClient();
        private final String withUser;
        private final String address;

        Sender(String withUser, String address) {
            this.withUser = withUser;
            this.address = address;
        }

        int send(String path) throws IOException, InterruptedException {
            return client.send(request(path), BodyHandlers.discarding()).statusCode();
        }

        int sendAsync(String path) {
            return client.sendAsync(request(path), BodyHandlers.discarding())
                    .join()
                    .statusCode();
        }

        /** Returns the failure, and how many actions the program's future has. */
        String failAsync(String path) {
            CompletableFuture<HttpResponse<Void>> response = client.sendAsync(request(path), BodyHandlers.discarding());
            try {
                return response.join().toString();
            } catch (CompletionException e) {
                return IOException.class.isInstance(e.getCause())
                        ? "IOException " + response.getNumberOfDependents()
                        : e.toString();
            }
        }

        String fail(String path) throws InterruptedException {
            try {
                client.send(path == null ? null : request(path), BodyHandlers.discarding());
                return "sent";
            } catch (NullPointerException | IOException e) {
                return e instanceof IOException ? "no answer" : e.getClass().getName();
            }
        }

        /** Asks for the status, and then for the body, which throws after an error. */
        String connect(String path) throws IOException {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(withUser + path).toURL().openConnection();
            try {
                int status = connection.getResponseCode();
                try (InputStream body = connection.getInputStream()) {
                    return status + " " + body.read();
                } catch (IOException e) {
                    return status + " " + e.getClass().getSimpleName();
                }
            } catch (IOException e) {
                return "no answer";
            }
        }

        private HttpRequest request(String path) {
            return HttpRequest.newBuilder(URI.create(address + path)).build();
        }
    }
}
