// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.server;

import java.io.IOException;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/** A server of Reactor Netty, on which WebFlux runs. */
public final class ReactorServer implements Server {
    private final LoopResources loops = LoopResources.create("reactor", 2, true);

    public static void main(String[] args) throws InterruptedException, IOException {
        Server.run(new ReactorServer());
    }

    @Override
    public int start(Answers answers) {
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .runOn(loops)
                .handle((request, response) -> answer(answers, request, response))
                .bindNow();
        return server.port();
    }

    private static Publisher<Void> answer(Answers answers, HttpServerRequest request, HttpServerResponse response) {
        Mono<Integer> status = Mono.create(sink -> answers.answer(request.fullPath(), sink::success));
        return status.flatMap(known ->
                response.status(known).sendString(Mono.just(request.fullPath())).then());
    }

    @Override
    public void stop() {
        loops.disposeLater().block();
    }
}
