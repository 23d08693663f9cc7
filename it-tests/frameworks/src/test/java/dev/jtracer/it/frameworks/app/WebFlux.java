// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks.app;

import dev.jtracer.it.frameworks.Clients;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.embedded.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** Spring WebFlux on Tomcat or Reactor Netty. */
@Configuration
@EnableAutoConfiguration
@Import(WebFlux.Shop.class)
public class WebFlux {
    private static final String[] KINDS = {
        "plain", "delay", "elastic", "parallel", "zip", "client", "post", "secret", "supply", "sink",
    };

    /** Takes the number of requests and the server. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ReactiveWebServerApplicationContext context =
                (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(WebFlux.class)
                        .web(WebApplicationType.REACTIVE)
                        .properties(
                                "server.port=0",
                                "spring.main.banner-mode=off",
                                "logging.level.root=error",
                                "shop.server=" + args[1])
                        .run();
        Clients.sendHttp(context.getWebServer().getPort(), Integer.parseInt(args[0]), KINDS);
        Work.exit();
    }

    /** Instead of Tomcat, which Spring prefers if both are there. */
    @Bean
    @ConditionalOnProperty(name = "shop.server", havingValue = "netty")
    NettyReactiveWebServerFactory netty() {
        return new NettyReactiveWebServerFactory();
    }

    @Bean
    SecurityWebFilterChain security(ServerHttpSecurity http) {
        return http.authorizeExchange(exchanges -> exchanges
                        .pathMatchers("/secret/**")
                        .authenticated()
                        .anyExchange()
                        .permitAll())
                .csrf(csrf -> csrf.disable())
                .httpBasic(basic -> {})
                // A session is made by two tasks of the library's, each after the other, which say nothing of their
                // cause.
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                .requestCache(cache -> cache.disable())
                .build();
    }

    /** The requests. */
    @RestController
    public static class Shop {
        private final ReactiveWebServerApplicationContext context;
        private final WebClient client = WebClient.create();

        Shop(ReactiveWebServerApplicationContext context) {
            this.context = context;
        }

        @GetMapping("/plain/{rid}/{letters}")
        String plain(@PathVariable("rid") int rid) {
            Work.called();
            return Work.work(rid);
        }

        @GetMapping("/delay/{rid}/{letters}")
        Mono<String> delay(@PathVariable("rid") int rid) {
            Work.called();
            return Mono.delay(Duration.ofMillis(3))
                    .map(tick -> Work.work(rid))
                    .delayElement(Duration.ofMillis(1))
                    .map(done -> Work.work(rid));
        }

        @GetMapping("/elastic/{rid}/{letters}")
        Mono<String> elastic(@PathVariable("rid") int rid) {
            Work.called();
            return Mono.fromCallable(() -> Work.work(rid))
                    .subscribeOn(Schedulers.boundedElastic())
                    .publishOn(Schedulers.parallel())
                    .map(done -> Work.work(rid));
        }

        @GetMapping("/parallel/{rid}/{letters}")
        Flux<String> parallel(@PathVariable("rid") int rid) {
            Work.called();
            return Flux.range(0, 4)
                    .flatMap(part -> Mono.fromCallable(() -> Work.work(rid)).subscribeOn(Schedulers.parallel()))
                    .publishOn(Schedulers.boundedElastic())
                    .doOnNext(done -> Work.step(rid));
        }

        @GetMapping("/zip/{rid}/{letters}")
        Mono<String> zip(@PathVariable("rid") int rid) {
            Work.called();
            return Mono.zip(
                            Mono.fromCallable(() -> Work.work(rid)).subscribeOn(Schedulers.boundedElastic()),
                            Mono.delay(Duration.ofMillis(1)).map(tick -> Work.work(rid)))
                    .map(both -> Work.work(rid));
        }

        @GetMapping("/client/{rid}/{letters}")
        Mono<String> client(@PathVariable("rid") int rid) {
            Work.called();
            return client.get()
                    .uri("http://localhost:" + context.getWebServer().getPort() + Clients.path("plain", rid))
                    .retrieve()
                    .bodyToMono(String.class)
                    .map(body -> Work.work(rid));
        }

        @PostMapping("/post/{rid}/{letters}")
        Mono<String> post(@PathVariable("rid") int rid, @RequestBody Mono<String> body) {
            Work.called();
            return body.map(text -> Work.work(rid));
        }

        @GetMapping("/supply/{rid}/{letters}")
        Mono<String> supply(@PathVariable("rid") int rid) {
            Work.called();
            return Mono.fromFuture(() -> CompletableFuture.supplyAsync(() -> Work.work(rid)))
                    .map(done -> Work.work(rid));
        }

        @GetMapping("/sink/{rid}/{letters}")
        Mono<String> sink(@PathVariable("rid") int rid) {
            Work.called();
            Sinks.One<String> result = Sinks.one();
            Schedulers.parallel().schedule(() -> result.tryEmitValue(Work.work(rid)));
            return result.asMono().map(done -> Work.work(rid));
        }
    }
}
