// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.view;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server that has one file for one page. It listens on the loopback interface alone, and answers only
 * requests that name the file with the random token, come from the page's origin and address the server by its own
 * host name. All others get 404 without a header, so that no other page of the browser learns that it exists.
 */
public final class TraceServer implements AutoCloseable {
    /** The host of Perfetto's UI. */
    public static final String HOST_OF_PAGE = "ui.perfetto.dev";
    /** The only origin that gets the file. */
    public static final String ORIGIN = "https://" + HOST_OF_PAGE;
    /** The only port of this computer from which that page may read, by its content security policy. */
    public static final int PORT = 9001;

    private static final String HOST = "127.0.0.1";
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int THREADS = 4;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int TOKEN_BYTES = 24;
    private static final int SECONDS_TO_FLUSH = 1;
    private static final int NO_BODY = -1;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final Path file;
    private final long size;
    private final String path;
    private final CountDownLatch downloaded = new CountDownLatch(1);
    private volatile long lastUseNanos = System.nanoTime();

    /**
     * Starts a server.
     *
     * @param name name of the file for the page
     * @param port port to listen on; 0 for any
     * @throws java.net.BindException if the port is in use
     */
    public TraceServer(Path file, String name, int port) throws IOException {
        this.file = file;
        this.size = Files.size(file);
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        this.path = "/" + HexFormat.of().formatHex(token) + "/" + name;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private String host() {
        return HOST + ":" + server.getAddress().getPort();
    }

    /** Returns the address that opens the file in the page. */
    public String link() {
        return ORIGIN + "/#!/?url=http://" + host() + path;
    }

    /**
     * Waits until the page has read the end of the file.
     *
     * @param timeoutNanos time without a byte sent after which to close the connection
     * @return whether it has
     */
    public boolean awaitDownload(long timeoutNanos) throws InterruptedException {
        long left = timeoutNanos;
        while (left > 0) {
            if (downloaded.await(left, TimeUnit.NANOSECONDS)) {
                return true;
            }
            left = lastUseNanos + timeoutNanos - System.nanoTime();
        }
        return false;
    }

    private void handle(HttpExchange exchange) throws IOException {
        boolean isComplete = false;
        try (exchange) {
            if (isAllowed(exchange)) {
                lastUseNanos = System.nanoTime();
                isComplete = answer(exchange);
            } else {
                exchange.sendResponseHeaders(404, NO_BODY);
            }
        }
        if (isComplete) {
            downloaded.countDown();
        }
    }

    /* The host is checked because a page elsewhere can make its own name point to this computer. */
    private boolean isAllowed(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        return equal(exchange.getRequestURI().toString(), path)
                && ORIGIN.equals(headers.getFirst("Origin"))
                && host().equals(headers.getFirst("Host"));
    }

    /** Compares in a time that does not depend on the length of the common start. */
    private static boolean equal(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers a request of the page. Returns whether the page now has the end of the file. */
    private boolean answer(HttpExchange exchange) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Access-Control-Allow-Origin", ORIGIN);
        headers.set("Vary", "Origin");
        headers.set("Cache-Control", "no-store");
        switch (exchange.getRequestMethod()) {
            case "OPTIONS" -> {
                allow(exchange.getRequestHeaders(), headers);
                exchange.sendResponseHeaders(204, NO_BODY);
                return false;
            }
            case "GET", "HEAD" -> {
                return send(exchange, headers);
            }
            default -> {
                headers.set("Allow", "GET, HEAD, OPTIONS");
                exchange.sendResponseHeaders(405, NO_BODY);
                return false;
            }
        }
    }

    private static void allow(Headers request, Headers response) {
        response.set("Access-Control-Allow-Methods", "GET, HEAD");
        response.set("Access-Control-Allow-Headers", "Range");
        if ("true".equals(request.getFirst("Access-Control-Request-Private-Network"))) {
            response.set("Access-Control-Allow-Private-Network", "true");
        }
    }

    private boolean send(HttpExchange exchange, Headers headers) throws IOException {
        String requested = exchange.getRequestHeaders().getFirst("Range");
        ByteRange range = ByteRange.of(requested, size);
        headers.set("Accept-Ranges", "bytes");
        headers.set("Content-Type", "application/octet-stream");
        headers.set("Access-Control-Expose-Headers", "Content-Length, Content-Range, Accept-Ranges");
        if (range == null) {
            headers.set("Content-Range", "bytes */" + size);
            exchange.sendResponseHeaders(416, NO_BODY);
            return false;
        }
        boolean isWhole = range.length() == size;
        if (!isWhole) {
            headers.set("Content-Range", "bytes " + range.start() + "-" + (range.end() - 1) + "/" + size);
        }
        int status = isWhole ? 200 : 206;
        if (exchange.getRequestMethod().equals("HEAD")) {
            headers.set("Content-Length", Long.toString(range.length()));
            exchange.sendResponseHeaders(status, NO_BODY);
            return false;
        }
        exchange.sendResponseHeaders(status, range.length() == 0 ? NO_BODY : range.length());
        copy(range, exchange.getResponseBody());
        return range.end() == size;
    }

    private void copy(ByteRange range, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(range.start());
            for (long left = range.length(); left > 0; ) {
                int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (read < 0) {
                    throw new IOException("'" + file + "' became shorter while it was read");
                }
                out.write(buffer, 0, read);
                left -= read;
                lastUseNanos = System.nanoTime();
            }
        }
    }

    /** Stops the server, after what it has sent has left. */
    @Override
    public void close() {
        server.stop(SECONDS_TO_FLUSH);
        threads.shutdownNow();
    }

    /**
     * A part of a file, as the header {@code Range} requests it.
     *
     * @param start the first byte
     * @param end the byte after the last
     */
    private record ByteRange(long start, long end) {
        private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

        /**
         * Returns the requested part of a file; null if the file does not have it. A header that is missing, or of a
         * form that need not be understood, requests the whole file.
         */
        static @Nullable ByteRange of(@Nullable String header, long size) {
            Matcher matcher = RANGE.matcher(header == null ? "" : header);
            if (!matcher.matches()
                    || matcher.group(1).isEmpty() && matcher.group(2).isEmpty()) {
                return new ByteRange(0, size);
            }
            if (matcher.group(1).isEmpty()) {
                long last = Long.parseLong(matcher.group(2));
                return last == 0 ? null : new ByteRange(Math.max(0, size - last), size);
            }
            long start = Long.parseLong(matcher.group(1));
            long end = matcher.group(2).isEmpty() ? size : Math.min(size, Long.parseLong(matcher.group(2)) + 1);
            return start < end ? new ByteRange(start, end) : null;
        }

        long length() {
            return end - start;
        }
    }
}
