// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks.app;

import dev.jtracer.it.frameworks.Clients;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.context.request.async.DeferredResult;

/** Spring MVC on Tomcat. */
@Configuration
@EnableAutoConfiguration
@EnableAsync
@Import({Mvc.Shop.class, Mvc.Stock.class})
public class Mvc {
    private static final String[] KINDS = {
        "plain", "fire", "event", "future", "callable", "deferred", "client", "post", "secret", "supply",
    };

    /** Takes the number of requests. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ServletWebServerApplicationContext context =
                (ServletWebServerApplicationContext) new SpringApplicationBuilder(Mvc.class)
                        .web(WebApplicationType.SERVLET)
                        .properties("server.port=0", "spring.main.banner-mode=off", "logging.level.root=error")
                        .run();
        Clients.sendHttp(context.getWebServer().getPort(), Integer.parseInt(args[0]), KINDS);
        Work.exit();
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.requestMatchers("/secret/**")
                        .authenticated()
                        .anyRequest()
                        .permitAll())
                .csrf(csrf -> csrf.disable())
                .httpBasic(basic -> {})
                .build();
    }

    /** An event of a request. */
    public record Ordered(int number) {}

    /** Parts of requests that run on other threads. */
    public static class Stock {
        /** Runs after the answer. */
        @Async
        public void fire(int rid) {
            Work.called();
            Work.work(rid);
            Work.ends();
        }

        /** Runs before the answer. */
        @Async
        public CompletableFuture<String> future(int rid) {
            Work.called();
            return CompletableFuture.completedFuture(Work.work(rid));
        }

        /** Runs after the answer. */
        @Async
        @EventListener
        public void ordered(Ordered event) {
            Work.work(event.number());
            Work.ends();
        }
    }

    /** The requests. */
    @RestController
    @SuppressWarnings("FutureReturnValueIgnored")
    public static class Shop {
        private final Stock stock;
        private final TaskExecutor executor;
        private final ApplicationEventPublisher events;
        private final ServletWebServerApplicationContext context;
        private final RestClient client = RestClient.create();

        Shop(
                Stock stock,
                TaskExecutor executor,
                ApplicationEventPublisher events,
                ServletWebServerApplicationContext context) {
            this.stock = stock;
            this.executor = executor;
            this.events = events;
            this.context = context;
        }

        @GetMapping("/plain/{rid}/{letters}")
        String plain(@PathVariable("rid") int rid) {
            Work.called();
            return Work.work(rid);
        }

        @GetMapping("/fire/{rid}/{letters}")
        String fire(@PathVariable("rid") int rid) {
            Work.called();
            Work.begins();
            stock.fire(rid);
            return Work.work(rid);
        }

        @GetMapping("/event/{rid}/{letters}")
        String event(@PathVariable("rid") int rid) {
            Work.called();
            Work.begins();
            events.publishEvent(new Ordered(rid));
            return "done";
        }

        @GetMapping("/future/{rid}/{letters}")
        CompletableFuture<String> future(@PathVariable("rid") int rid) {
            Work.called();
            return stock.future(rid).thenApply(done -> Work.work(rid));
        }

        @GetMapping("/callable/{rid}/{letters}")
        Callable<String> callable(@PathVariable("rid") int rid) {
            Work.called();
            return () -> Work.work(rid);
        }

        @GetMapping("/deferred/{rid}/{letters}")
        DeferredResult<String> deferred(@PathVariable("rid") int rid) {
            Work.called();
            DeferredResult<String> result = new DeferredResult<>();
            result.onCompletion(() -> Work.step(rid));
            executor.execute(() -> result.setResult(Work.work(rid)));
            return result;
        }

        @GetMapping("/client/{rid}/{letters}")
        String client(@PathVariable("rid") int rid) {
            Work.called();
            String price = client.get()
                    .uri("http://localhost:" + context.getWebServer().getPort() + Clients.path("plain", rid))
                    .retrieve()
                    .body(String.class);
            Work.step(rid);
            return String.valueOf(price);
        }

        @PostMapping("/post/{rid}/{letters}")
        String post(@PathVariable("rid") int rid, @RequestBody String body) {
            Work.called();
            Work.step(rid);
            return body;
        }

        @GetMapping("/supply/{rid}/{letters}")
        CompletableFuture<String> supply(@PathVariable("rid") int rid) {
            Work.called();
            return CompletableFuture.supplyAsync(() -> Work.work(rid), executor)
                    .thenApplyAsync(done -> Work.work(rid))
                    .thenCombine(
                            CompletableFuture.supplyAsync(() -> Work.work(rid)), (first, second) -> Work.work(rid));
        }
    }
}
