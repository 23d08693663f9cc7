// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.Tracer;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApplicationCallsTest {
    private final TracingRecord tracing = new TracingRecord();
    private final MeasuresRecord measures = new MeasuresRecord(tracing);
    private final ApplicationCalls calls =
            new ApplicationCalls(tracing, () -> {}, measures, Path.of("/opt/tracer.jar"));

    @AfterEach
    void silence() throws ReflectiveOperationException {
        Field agent = Tracer.class.getDeclaredField("agent");
        agent.setAccessible(true);
        agent.set(null, null);
    }

    @Test
    void everyCall_reachesTheTracer() throws ReflectiveOperationException {
        ApplicationCalls.listen(Tracer.class, calls);

        Tracer.start();
        Tracer.log("cache is cold");
        Tracer.mark("request");
        Tracer.Measurement measurement = Tracer.measure("load");
        Tracer.log("inside");
        measurement.close();
        measurement.close();
        try (Tracer.Measurement failing = Tracer.measure("save")) {
            failing.fail();
        }
        Tracer.stop();

        assertThat(tracing.asked)
                .containsExactly(
                        "start",
                        "log cache is cold",
                        "log request",
                        "begin load",
                        "log inside",
                        "end load",
                        "begin save",
                        "throw save",
                        "stop");
    }

    @Test
    void measureWithoutRoomForItsName_isTwoTexts() throws ReflectiveOperationException {
        ApplicationCalls.listen(Tracer.class, calls);

        Tracer.measure("more").close();

        assertThat(tracing.asked).containsExactly("log more begins", "log more ends");
    }

    @Test
    void statements_areThoseSinceTheCountBegan() throws ReflectiveOperationException {
        ApplicationCalls.listen(Tracer.class, calls);
        measures.executions.putAll(Map.of("select a", 3L, "select b", 1L));

        Tracer.StatementCount count = Tracer.countStatements();
        measures.executions.putAll(Map.of("select a", 5L, "select c", 1L));
        Map<String, Long> executions = count.executions();
        count.close();
        count.close();

        assertThat(executions).containsOnly(Map.entry("select a", 2L), Map.entry("select c", 1L));
        assertThat(count.executions()).isNull();
        assertThat(tracing.asked).containsExactly("count", "counted");
    }

    @Test
    void questions_areAnswered() throws ReflectiveOperationException {
        assertThat(Tracer.recording()).isNull();
        assertThat(Tracer.jar()).isNull();
        assertThat(Tracer.recordedNanos()).isEqualTo(-1);
        assertThat(Tracer.countStatements().executions()).isNull();

        ApplicationCalls.listen(Tracer.class, calls);

        assertThat(Tracer.recording()).isEqualTo("/tmp/trace.json");
        assertThat(Tracer.jar()).isEqualTo("/opt/tracer.jar");
        assertThat(Tracer.recordedNanos()).isEqualTo(2_500_000_000L);
        assertThat(calls.apply("of a newer api")).isNull();
    }

    @Test
    void copyOfTheApi_isHeardToo() throws Exception {
        URL classes = Tracer.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader application =
                new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> copy = application.loadClass(Tracer.class.getName());
            assertThat(copy).isNotSameAs(Tracer.class);

            copy.getMethod("log", String.class).invoke(null, "nobody listens");
            ApplicationCalls.listen(copy, calls);
            copy.getMethod("log", String.class).invoke(null, "from the copy");
        }

        assertThat(tracing.asked).containsExactly("log from the copy");
    }

    @Test
    void null_isText() throws ReflectiveOperationException {
        ApplicationCalls.listen(Tracer.class, calls);

        Tracer.log(null);
        Tracer.mark(null);
        Tracer.measure(null).close();
        calls.accept("log", null); // an older copy of Tracer

        assertThat(tracing.asked).containsExactly("log null", "log null", "begin null", "end null", "log null");
    }

    @Test
    void failureOfTheAgent_staysInside() throws ReflectiveOperationException {
        ApplicationCalls.listen(Tracer.class, calls);
        tracing.failure = new OutOfMemoryError("of a test");

        Tracer.start();
        Tracer.log("text");
        Tracer.measure("load").close();
        Tracer.stop();

        assertThat(tracing.asked).hasSize(5);
    }

    @Test
    void verbOfANewerApi_isNotLost() {
        calls.accept("counter", "heap 17");

        assertThat(tracing.asked).containsExactly("log counter heap 17");
    }
}
