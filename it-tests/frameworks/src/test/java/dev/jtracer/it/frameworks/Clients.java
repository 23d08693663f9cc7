// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks;

import dev.jtracer.it.harness.RequestArrows;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Sixteen clients that send requests at once. They are not traced. */
public final class Clients {
    private static final int CLIENTS = 16;
    private static final int UNAUTHORIZED = 401;
    private static final int OK = 200;

    private Clients() {}

    /** Makes requests with numbers from 0, and waits for them. */
    public static void send(int requests, IntConsumer request) throws InterruptedException, ExecutionException {
        AtomicInteger next = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        List<Future<?>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(threads.submit(() -> {
                for (int rid = next.getAndIncrement(); rid < requests; rid = next.getAndIncrement()) {
                    request.accept(rid);
                }
            }));
        }
        for (Future<?> client : clients) {
            client.get();
        }
        threads.shutdown();
    }

    /** Sends requests of several kinds in turn to {@code /kind/number/letters}. */
    public static void sendHttp(int port, int requests, String... kinds)
            throws InterruptedException, ExecutionException {
        send(requests, rid -> {
            try {
                sendHttp(port, rid, kinds[rid % kinds.length]);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void sendHttp(int port, int rid, String kind) throws IOException, InterruptedException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://localhost:" + port + path(kind, rid)).toURL().openConnection();
        if (kind.equals("post")) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "text/plain");
            byte[] half = "half".getBytes(StandardCharsets.UTF_8);
            connection.setFixedLengthStreamingMode(2 * half.length);
            try (OutputStream body = connection.getOutputStream()) {
                body.write(half);
                body.flush();
                TimeUnit.MILLISECONDS.sleep(5);
                body.write(half);
            }
        }
        int status = connection.getResponseCode();
        if (status != (kind.equals("secret") ? UNAUTHORIZED : OK)) {
            throw new IOException(connection.getURL() + " answers " + status);
        }
        if (status == OK) {
            try (InputStream body = connection.getInputStream()) {
                body.readAllBytes();
            }
        }
    }

    /** Returns the path of a request. */
    public static String path(String kind, int rid) {
        return "/" + kind + "/" + rid + "/" + RequestArrows.letters(rid);
    }
}
