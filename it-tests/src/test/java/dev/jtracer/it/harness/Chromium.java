// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A headless Chromium with one page, driven by the DevTools protocol. Needs Chromium, which not every machine has.
 */
public final class Chromium implements AutoCloseable {
    private final Process process;
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final WebSocket socket;
    private final String session;
    private int commands;

    /**
     * Starts it and opens a page.
     *
     * @param profile directory for its files, which need not exist
     */
    public Chromium(Path profile, String address) throws Exception {
        process = new ProcessBuilder(command(profile, "--remote-debugging-port=0", "about:blank"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            socket = connect(profile.resolve("DevToolsActivePort"));
            String target = text(send("Target.createTarget", "\"url\":" + quoted(address), null), "targetId");
            session = text(
                    send("Target.attachToTarget", "\"flatten\":true,\"targetId\":" + quoted(target), null),
                    "sessionId");
        } catch (Exception | Error e) {
            end();
            throw e;
        }
    }

    /** Returns its program; aborts the test if there is none. */
    public static Path program() {
        List<Path> found = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .toList();
        assumeTrue(!found.isEmpty(), "no Chromium on this machine: nothing is shown in a browser");
        return found.get(0);
    }

    /** Returns a command line that starts it without a window and without requests of its own. */
    public static List<String> command(Path profile, String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                program().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile));
        words.addAll(List.of(arguments));
        return words;
    }

    private WebSocket connect(Path portFile) throws IOException {
        Await.until(
                "Chromium's port",
                () -> Files.exists(portFile) && Files.readAllLines(portFile).size() == 2);
        List<String> lines = Files.readAllLines(portFile);
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1)), new Messages(messages))
                .join();
    }

    /** Evaluates an expression, or the promise that it returns, in the page; returns a text or a number. */
    public Object evaluate(String expression) throws Exception {
        Map<String, Object> result = send(
                "Runtime.evaluate",
                "\"awaitPromise\":true,\"returnByValue\":true,\"expression\":" + quoted(expression),
                session);
        return member(result, "result").getOrDefault("value", "undefined");
    }

    /** Selects a file in the input element that an expression returns. */
    public void chooseFile(String expression, Path file) throws Exception {
        Map<String, Object> input = send("Runtime.evaluate", "\"expression\":" + quoted(expression), session);
        String parameters = "\"files\":[" + quoted(file.toString()) + "],\"objectId\":"
                + quoted(text(member(input, "result"), "objectId"));
        send("DOM.setFileInputFiles", parameters, session);
    }

    private Map<String, Object> send(String method, String parameters, @Nullable String toSession) throws Exception {
        int id = ++commands;
        String to = toSession == null ? "" : ",\"sessionId\":" + quoted(toSession);
        socket.sendText(
                        "{\"id\":" + id + ",\"method\":" + quoted(method) + to + ",\"params\":{" + parameters + "}}",
                        true)
                .join();
        while (true) {
            String message = messages.poll(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("no answer to " + method);
            }
            Map<String, Object> answer = JsonValue.object(message);
            if (Integer.valueOf(id).equals(answer.get("id"))) {
                Map<String, Object> result = member(answer, "result");
                if (result.containsKey("exceptionDetails")) {
                    throw new AssertionError(message);
                }
                return result;
            }
        }
    }

    @SuppressWarnings("unchecked") // what JsonValue makes of an object
    private static Map<String, Object> member(Map<String, Object> object, String name) {
        Object member = object.get(name);
        if (!(member instanceof Map)) {
            throw new AssertionError("no '" + name + "' in " + object);
        }
        return (Map<String, Object>) member;
    }

    private static String text(Map<String, Object> object, String name) {
        if (!(object.get(name) instanceof String text)) {
            throw new AssertionError("no '" + name + "' in " + object);
        }
        return text;
    }

    private static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
    }

    @Override
    public void close() {
        socket.abort();
        end();
    }

    private void end() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    private record Messages(BlockingQueue<String> queue, StringBuilder parts) implements WebSocket.Listener {
        Messages(BlockingQueue<String> queue) {
            this(queue, new StringBuilder());
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean isLast) {
            parts.append(part);
            if (isLast) {
                queue.add(parts.toString());
                parts.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }
}
