// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.springboot;

import dev.jtracer.Tracer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.core.io.FileSystemResource;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * The endpoint {@code jtracer}: its state, {@code totals}, {@code report}, {@code page} and {@code recording} are
 * read, {@code start}, {@code stop}, {@code toggle} and {@code reset} are written. It is exposed on request alone and
 * protected as other endpoints are.
 */
@Endpoint(id = "jtracer")
public final class JtracerEndpoint {
    private static final Set<String> COMMANDS = Set.of("start", "stop", "toggle", "reset");
    private static final long REPORT_SECONDS = 120;
    private static final int UNAVAILABLE = 503;

    private final TracerMBean tracer;

    JtracerEndpoint(TracerMBean tracer) {
        this.tracer = tracer;
    }

    /** Returns the tracer's state and its losses. */
    @ReadOperation
    public WebEndpointResponse<Object> status() {
        try {
            return new WebEndpointResponse<>(tracer.status());
        } catch (IllegalStateException e) {
            return failure(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the live totals, or the current or last recording as a report, a page for a browser, or the file.
     *
     * @param what {@code totals}, {@code report}, {@code page} or {@code recording}
     */
    @ReadOperation
    public WebEndpointResponse<Object> read(@Selector String what) {
        try {
            return switch (what) {
                case "totals" -> new WebEndpointResponse<>(tracer.totals());
                case "report" -> report(List.of(), MimeTypeUtils.TEXT_PLAIN);
                case "page" -> report(List.of("--html", "-o", "-"), MimeTypeUtils.TEXT_HTML);
                case "recording" -> recording();
                default -> unknown(what, "totals, report, page or recording");
            };
        } catch (IllegalStateException | IOException e) {
            return failure(String.valueOf(e.getMessage()));
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
            return failure(String.valueOf(e.getMessage()));
        }
    }

    private static WebEndpointResponse<Object> recording() {
        String recording = Tracer.recording();
        return recording == null || !Files.exists(Path.of(recording))
                ? noRecording()
                : new WebEndpointResponse<>(
                        new FileSystemResource(recording),
                        WebEndpointResponse.STATUS_OK,
                        MimeTypeUtils.APPLICATION_OCTET_STREAM);
    }

    private static WebEndpointResponse<Object> report(List<String> form, MimeType type) throws IOException {
        String recording = Tracer.recording();
        String jar = Tracer.jar();
        if (recording == null || jar == null || !Files.exists(Path.of(recording))) {
            return noRecording();
        }
        Path directory = Files.createTempDirectory("jtracer");
        Path report = directory.resolve("report");
        Path messages = directory.resolve("messages");
        try {
            ProcessBuilder command = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-jar",
                    jar,
                    "report",
                    recording);
            command.command().addAll(form);
            // The application's own options would trace or debug the command.
            command.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
            Process process = command.redirectOutput(report.toFile())
                    .redirectError(messages.toFile())
                    .start();
            if (!process.waitFor(REPORT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return failure("the report takes longer than " + REPORT_SECONDS + " s; download the recording");
            }
            return process.exitValue() == 0
                    ? new WebEndpointResponse<>(
                            Files.readString(report, StandardCharsets.UTF_8), WebEndpointResponse.STATUS_OK, type)
                    : failure(Files.readString(messages, StandardCharsets.UTF_8).strip());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failure("interrupted");
        } finally {
            Files.deleteIfExists(report);
            Files.deleteIfExists(messages);
            Files.deleteIfExists(directory);
        }
    }

    private static WebEndpointResponse<Object> noRecording() {
        return failure("there is no recording; start one");
    }

    private static WebEndpointResponse<Object> unknown(String word, String known) {
        return new WebEndpointResponse<>(
                Map.of("error", "'" + word + "' is not known; use " + known), WebEndpointResponse.STATUS_BAD_REQUEST);
    }

    private static WebEndpointResponse<Object> failure(String message) {
        return new WebEndpointResponse<>(Map.of("error", message), UNAVAILABLE);
    }
}
