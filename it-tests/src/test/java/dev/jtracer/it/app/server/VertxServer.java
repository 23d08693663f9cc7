// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;

/** A server of Vert.x. */
@SuppressWarnings("FutureReturnValueIgnored") // the client waits for what is written
public final class VertxServer implements Server {
    private final Vertx vertx = Vertx.vertx();

    public static void main(String[] args) throws InterruptedException, IOException {
        Server.run(new VertxServer());
    }

    @Override
    public int start(Answers answers) {
        return vertx.createHttpServer()
                .requestHandler(request -> answer(answers, request))
                .listen(0, "127.0.0.1")
                .await()
                .actualPort();
    }

    private static void answer(Answers answers, HttpServerRequest request) {
        answers.answer(
                request.path(),
                status -> request.response().setStatusCode(status).end(request.path()));
    }

    @Override
    public void stop() {
        vertx.close().await();
    }
}
