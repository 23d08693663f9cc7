// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

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
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Requests of the JDK's HTTP client to a server of Jetty's in the same process. */
public final class JettyRequests {
    private static final int REQUESTS = 100;

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI base;

    private JettyRequests(URI base) {
        this.base = base;
    }

    /** Prints what the server answers. */
    public static void main(String[] args) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(12, 4);
        pool.setName("jetty");
        Server server = new Server(pool);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new ContextHandlerCollection(
                new ContextHandler(new Echo(), "/echo"), new ContextHandler(new Failing(), "/fail")));
        server.start();
        JettyRequests requests = new JettyRequests(URI.create("http://127.0.0.1:" + connector.getLocalPort()));
        System.out.println("get " + requests.get("/echo/one").join());
        System.out.println(
                "post " + requests.post("/echo/two", "body".repeat(10_000)).join());
        System.out.println("missing " + requests.get("/missing").join());
        System.out.println("failing " + requests.get("/fail/now").join());
        System.out.println("many " + requests.many());
        server.stop();
        System.out.println("server " + server.getState());
    }

    private CompletableFuture<String> get(String path) {
        return send(HttpRequest.newBuilder(base.resolve(path)).build());
    }

    private CompletableFuture<String> post(String path, String body) {
        return send(HttpRequest.newBuilder(base.resolve(path))
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private CompletableFuture<String> send(HttpRequest request) {
        return client.sendAsync(request, information -> BodyHandlers.ofString().apply(information))
                .thenApply(JettyRequests::summary);
    }

    private static String summary(HttpResponse<String> response) {
        boolean success = HttpStatus.isSuccess(response.statusCode());
        return response.statusCode() + (success ? " " + response.body() : "");
    }

    private int many() {
        List<CompletableFuture<String>> responses = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            responses.add(get("/echo/" + i));
        }
        return responses.stream()
                .map(CompletableFuture::join)
                .mapToInt(String::length)
                .sum();
    }

    private static final class Echo extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Content.Source.asString(request, StandardCharsets.UTF_8, new AnswerLength(request, response, callback));
            return true;
        }
    }

    private static final class AnswerLength implements org.eclipse.jetty.util.Promise<String> {
        private final Request request;
        private final Response response;
        private final Callback callback;

        AnswerLength(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        @Override
        public void succeeded(String body) {
            String text = request.getMethod() + " " + Request.getPathInContext(request) + " " + body.length();
            Content.Sink.write(response, true, text, callback);
        }

        @Override
        public void failed(Throwable failure) {
            callback.failed(failure);
        }
    }

    private static final class Failing extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            throw new IllegalStateException("meant to fail");
        }
    }
}
