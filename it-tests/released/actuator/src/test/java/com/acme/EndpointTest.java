// SPDX-License-Identifier: Apache-2.0
package com.acme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.RequestEntity;
import org.springframework.http.ResponseEntity;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=jtracer,metrics",
            "jtracer.meters=com.acme.Service.greet,com.acme.Service.never"
        })
class EndpointTest {
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    @Autowired
    TestRestTemplate http;

    @Test
    void service_isTracedByItsEndpoint() throws IOException, InterruptedException {
        awaitTracer();
        for (int i = 0; i < 3; i++) {
            assertThat(http.getForObject("/greetings/ada", String.class)).isEqualTo("hello ada");
        }

        assertThat(http.getForObject("/actuator/jtracer", Map.class))
                .containsEntry("recording", true)
                .containsKey("lostEvents");
        assertThat(http.getForObject("/actuator/jtracer/totals", String.class))
                .contains("\"name\":\"com.acme.Service.greet\"");
        assertThat(http.getForObject("/actuator/metrics/jtracer.calls?tag=method:com.acme.Service.greet", String.class))
                .contains("\"statistic\":\"COUNT\",\"value\":3.0");
        assertThat(http.getForObject("/actuator/metrics/jtracer.calls?tag=method:com.acme.Service.never", String.class))
                .contains("\"statistic\":\"COUNT\",\"value\":0.0");

        assertThat(command("stop")).containsPattern("recorded [0-9]+ events to .*/service.*[.]jtr");
        ResponseEntity<String> report = http.getForEntity("/actuator/jtracer/report", String.class);
        assertThat(report.getHeaders().getContentType()).hasToString("text/plain;charset=UTF-8");
        assertThat(report.getBody()).contains("HTTP GET /greetings/ada");
        ResponseEntity<String> page = http.getForEntity("/actuator/jtracer/page", String.class);
        assertThat(page.getHeaders().getContentType()).hasToString("text/html;charset=UTF-8");
        assertThat(page.getBody()).startsWith("<!doctype html>").contains("Service.greet");
        assertThat(http.getForObject("/actuator/jtracer/recording", byte[].class))
                .startsWith('J', 'T', 'R');

        assertThat(Map.of(
                        "report", MediaType.TEXT_PLAIN_VALUE,
                        "page", MediaType.TEXT_HTML_VALUE,
                        "recording", MediaType.APPLICATION_OCTET_STREAM_VALUE,
                        "totals", MediaType.APPLICATION_JSON_VALUE))
                .allSatisfy((word, type) -> assertThat(read(word, type).getStatusCode())
                        .as(word)
                        .isEqualTo(HttpStatus.OK));
        reportWithoutTemporaryDirectory_isTheOnlyOneThatFails();

        assertThat(command("start")).contains("recording to '");
        assertThat(http.getForObject("/actuator/jtracer", Map.class)).containsEntry("recording", true);
    }

    @Test
    void unknownWords_nameTheKnown() {
        ResponseEntity<String> read = http.getForEntity("/actuator/jtracer/totls", String.class);
        ResponseEntity<String> written = http.postForEntity("/actuator/jtracer/detach", null, String.class);

        assertThat(read.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(read.getBody()).contains("'totls' is not known; use totals, report, page or recording");
        assertThat(written.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(written.getBody()).contains("'detach' is not known; use start, stop, toggle or reset");
    }

    private void reportWithoutTemporaryDirectory_isTheOnlyOneThatFails() throws IOException {
        Path aside = TEMPORARY.resolveSibling("aside");
        Files.move(TEMPORARY, aside);
        ResponseEntity<String> failed = read("report", MediaType.TEXT_PLAIN_VALUE);
        Files.move(aside, TEMPORARY);

        assertThat(failed.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(failed.getBody()).contains("NoSuchFileException: " + TEMPORARY);
        assertThat(read("report", MediaType.TEXT_PLAIN_VALUE).getStatusCode()).isEqualTo(HttpStatus.OK);
    }

    private ResponseEntity<String> read(String word, String type) {
        return http.exchange(
                RequestEntity.get("/actuator/jtracer/" + word).header("Accept", type).build(), String.class);
    }

    private String command(String command) {
        return http.postForObject("/actuator/jtracer/" + command, null, String.class);
    }

    /** The tracer registers its MBean some time after the platform's server exists. */
    private void awaitTracer() throws InterruptedException {
        for (int i = 0; i < 600; i++) {
            if (http.getForEntity("/actuator/jtracer", String.class).getStatusCode().is2xxSuccessful()) {
                return;
            }
            Thread.sleep(100);
        }
        throw new AssertionError(http.getForObject("/actuator/jtracer", String.class));
    }
}
