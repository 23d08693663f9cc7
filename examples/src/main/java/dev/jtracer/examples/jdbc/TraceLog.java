// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.jdbc;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes events in Chrome's format, one a line. Several threads may write. */
final class TraceLog implements AutoCloseable {
    private final PrintWriter out;
    private final long startNanos = System.nanoTime();

    TraceLog(Path file) throws IOException {
        out = new PrintWriter(Files.newBufferedWriter(file));
        out.println("[");
    }

    /** A call that began at {@code fromNanos} and ends now, with one argument. */
    void call(String category, String name, long fromNanos, String argument, String value) {
        long now = System.nanoTime();
        line(
                "X",
                category,
                name,
                fromNanos,
                ",\"dur\":" + micros(now - fromNanos) + ",\"args\":{\"" + argument + "\":" + quoted(value) + "}");
    }

    /** The state of an object now, as JSON. */
    void snapshot(String type, int id, String state) {
        line("O", "pool", type, System.nanoTime(), ",\"id\":\"0x" + id + "\",\"args\":{\"snapshot\":" + state + "}");
    }

    private synchronized void line(String phase, String category, String name, long nanos, String more) {
        out.println("{\"ph\":\"" + phase + "\",\"pid\":1,\"tid\":"
                + Thread.currentThread().getId() + ",\"ts\":" + micros(nanos - startNanos) + ",\"cat\":\"" + category
                + "\",\"name\":" + quoted(name) + more + "},");
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1000.0);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public void close() {
        String name =
                "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"JdbcApplication\"}}";
        out.println(name);
        out.println("]");
        out.close();
    }
}
