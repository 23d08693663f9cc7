// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.server;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * The JDK's server, whose handlers are a lambda, and a reference to a method of another class; a third one serves
 * nobody.
 */
public final class JdkServer implements Server {
    private final HttpServer server;

    private JdkServer(HttpServer server) {
        this.server = server;
    }

    public static void main(String[] args) throws InterruptedException, IOException {
        Server.run(new JdkServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)));
    }

    @Override
    public int start(Answers answers) {
        server.createContext("/", exchange -> answers.answer(path(exchange), status -> send(exchange, status)));
        server.createContext("/referred/", new Referred(answers)::serve);
        server.createContext("/refused", exchange -> {}).setAuthenticator(new Refusing());
        server.start();
        return server.getAddress().getPort();
    }

    private static String path(HttpExchange exchange) {
        return exchange.getRequestURI().getPath();
    }

    private static void send(HttpExchange exchange, int status) {
        byte[] path = path(exchange).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = exchange.getResponseBody()) {
            exchange.sendResponseHeaders(status, path.length);
            out.write(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        server.stop(0);
    }

    private static final class Referred {
        private final Answers answers;

        Referred(Answers answers) {
            this.answers = answers;
        }

        void serve(HttpExchange exchange) {
            answers.answer(path(exchange), status -> send(exchange, status));
        }
    }

    private static final class Refusing extends Authenticator {
        @Override
        public Result authenticate(HttpExchange exchange) {
            return new Failure(403);
        }
    }
}
