// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.springboot;

import dev.jtracer.Tracer;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * The endpoint {@code jtracer}: its state, {@code totals}, {@code report}, {@code page} and {@code recording} are
 * read, {@code start}, {@code stop}, {@code toggle} and {@code reset} are written. It is exposed on request alone and
 * protected as other endpoints are.
 */
@WebEndpoint(id = "jtracer")
public final class JtracerEndpoint {
    private static final Set<String> COMMANDS = Set.of("start", "stop", "toggle", "reset");
    private static final long REPORT_SECONDS = 120;
    private static final int UNAVAILABLE = 503;

    private final TracerMBean tracer;

    /** Held while a report is made: its process needs memory beside the application's. */
    private final ReentrantLock reporting = new ReentrantLock();

    JtracerEndpoint(TracerMBean tracer) {
        this.tracer = tracer;
    }

    /** Returns the tracer's state and its losses. */
    @ReadOperation
    public WebEndpointResponse<Object> status() {
        try {
            return new WebEndpointResponse<>(tracer.status());
        } catch (IllegalStateException e) {
            return failure(e);
        }
    }

    /**
     * Returns the live totals, or the current or last recording as a report, a page for a browser, or the file.
     *
     * @param what {@code totals}, {@code report}, {@code page} or {@code recording}
     */
    @ReadOperation(produces = "*/*") // each answer names its type
    public WebEndpointResponse<Object> read(@Selector String what) {
        try {
            return switch (what) {
                case "totals" -> response(tracer.totals(), MimeTypeUtils.APPLICATION_JSON);
                case "report" -> report("report.txt", "text/plain;charset=UTF-8");
                case "page" -> report("report.html", "text/html;charset=UTF-8");
                case "recording" ->
                    // As a stream: the file of a recording grows while it is sent.
                    response(
                            new InputStreamResource(Files.newInputStream(recording())),
                            MimeTypeUtils.APPLICATION_OCTET_STREAM);
                default -> unknown(what, "totals, report, page or recording");
            };
        } catch (IllegalStateException | IOException e) {
            return failure(e);
        }
    }

    /** Executes a command: {@code start}, {@code stop}, {@code toggle} or {@code reset}. */
    @WriteOperation
    public WebEndpointResponse<Object> command(@Selector String command) {
        if (!COMMANDS.contains(command)) {
            return unknown(command, "start, stop, toggle or reset");
        }
        try {
            return new WebEndpointResponse<>(Map.of("reply", tracer.command(command)));
        } catch (IllegalStateException e) {
            return failure(e);
        }
    }

    private static Path recording() {
        String recording = Tracer.recording();
        if (recording == null) {
            throw new IllegalStateException("there is no recording; start one");
        }
        if (!Files.exists(Path.of(recording))) {
            throw new IllegalStateException("'" + recording
                    + "' is not there; stop the recording that becomes it, or record with output=NAME.jtr");
        }
        return Path.of(recording);
    }

    private WebEndpointResponse<Object> report(String name, String type) throws IOException {
        String recording = recording().toString();
        if (!reporting.tryLock()) {
            throw new IllegalStateException("another report is being made; ask again");
        }
        try {
            return response(new ByteArrayResource(make(recording, name)), MimeType.valueOf(type));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            reporting.unlock();
        }
    }

    private static byte[] make(String recording, String name) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("jtracer");
        Path report = directory.resolve(name);
        Path messages = directory.resolve("messages");
        try {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            String jar = String.valueOf(Tracer.jar());
            ProcessBuilder command =
                    new ProcessBuilder(java, "-Xmx512m", "-jar", jar, "report", recording, "-o", report.toString());
            // The application's own options would trace or debug the command.
            command.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
            Process process = command.redirectErrorStream(true)
                    .redirectOutput(messages.toFile())
                    .start();
            try {
                if (!process.waitFor(REPORT_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException(
                            "the report takes longer than " + REPORT_SECONDS + " s; download the recording");
                }
            } finally {
                process.destroyForcibly();
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException(
                        new String(Files.readAllBytes(messages), Charset.defaultCharset()).strip());
            }
            return Files.readAllBytes(report);
        } finally {
            Files.deleteIfExists(report);
            Files.deleteIfExists(messages);
            Files.deleteIfExists(directory);
        }
    }

    private static WebEndpointResponse<Object> response(Object body, MimeType type) {
        return new WebEndpointResponse<>(body, WebEndpointResponse.STATUS_OK, type);
    }

    private static WebEndpointResponse<Object> unknown(String word, String known) {
        return error("'" + word + "' is not known; use " + known, WebEndpointResponse.STATUS_BAD_REQUEST);
    }

    private static WebEndpointResponse<Object> failure(Exception e) {
        // The message of a file's failure is the file alone.
        return error(String.valueOf(e instanceof IOException ? e : e.getMessage()), UNAVAILABLE);
    }

    private static WebEndpointResponse<Object> error(String message, int status) {
        return new WebEndpointResponse<>(Map.of("error", message), status, MimeTypeUtils.APPLICATION_JSON);
    }
}
