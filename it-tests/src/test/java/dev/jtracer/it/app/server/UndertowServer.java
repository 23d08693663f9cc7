// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.server;

import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A server of Undertow. */
public final class UndertowServer implements Server {
    private Undertow server = Undertow.builder().build();

    public static void main(String[] args) throws InterruptedException, IOException {
        Server.run(new UndertowServer());
    }

    @Override
    public int start(Answers answers) {
        server = Undertow.builder()
                .setIoThreads(2)
                .setWorkerThreads(4)
                .addHttpListener(0, "127.0.0.1")
                .setHandler(exchange -> handle(answers, exchange))
                .build();
        server.start();
        return ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
    }

    /** Answers on the event loop, from a worker of the server, or from another thread. */
    private static void handle(Answers answers, HttpServerExchange exchange) {
        String path = exchange.getRequestPath();
        if (path.startsWith("/later/") || path.startsWith("/never")) {
            exchange.dispatch(
                    SameThreadExecutor.INSTANCE, () -> answers.answer(path, status -> send(exchange, status)));
        } else if (path.startsWith("/blocking/") && exchange.isInIoThread()) {
            exchange.dispatch(again -> handle(answers, again));
        } else {
            answers.answer(path, status -> send(exchange, status));
        }
    }

    private static void send(HttpServerExchange exchange, int status) {
        exchange.setStatusCode(status);
        exchange.getResponseSender().send(exchange.getRequestPath(), StandardCharsets.UTF_8);
    }

    @Override
    public void stop() {
        server.stop();
    }
}
