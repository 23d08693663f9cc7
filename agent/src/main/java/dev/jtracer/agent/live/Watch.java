// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.live;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** The replies to another process's requests for snapshots. */
public final class Watch {
    /* A snapshot of 5,000 methods takes 25 ms and 20 MB. The pause after it bounds the cost of readers with a short
     * interval. The JVM's part, to send the reply, adds a tenth of that time at most. */
    static final int PAUSE_FACTOR = 50;

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Begin of a reply with a snapshot, deflated and in Base64; the number is the version of its binary form. */
    private static final String SNAPSHOT = "snapshot4 ";

    /** Begin of a reply with milliseconds. */
    private static final String EARLY = "early ";

    private final Supplier<LiveSnapshot> snapshots;
    private long nextNanos = System.nanoTime();

    public Watch(Supplier<LiveSnapshot> snapshots) {
        this.snapshots = snapshots;
    }

    /** Returns a snapshot or, too soon after the last one, the time after which to request the next. */
    public synchronized String reply() {
        long start = System.nanoTime();
        long early = nextNanos - start;
        if (early > 0) {
            return EARLY + (TimeUnit.NANOSECONDS.toMillis(early) + 1);
        }
        String reply = SNAPSHOT + packed(snapshots.get().encode());
        long end = System.nanoTime();
        nextNanos = end + Math.min(LONGEST_PAUSE_NANOS, (end - start) * PAUSE_FACTOR);
        return reply;
    }

    /* Deflated, a snapshot is a third as long; the JVM and the reader copy it several times. */
    private static String packed(byte[] snapshot) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (OutputStream out =
                new DeflaterOutputStream(Base64.getEncoder().withoutPadding().wrap(packed), deflater)) {
            out.write(snapshot);
        } catch (IOException notInMemory) {
            throw new UncheckedIOException(notInMemory);
        } finally {
            deflater.end();
        }
        return packed.toString(StandardCharsets.ISO_8859_1);
    }

    /** Returns the milliseconds after which to repeat a request; 0 if its reply has a snapshot. */
    public static long early(String reply) {
        return reply.startsWith(EARLY) ? Long.parseLong(reply.substring(EARLY.length())) : 0;
    }

    /** Returns the snapshot of a reply; fails if it is damaged, or of another version of the tracer. */
    public static LiveSnapshot snapshot(String reply) throws IOException {
        if (!reply.startsWith(SNAPSHOT)) {
            throw new IOException("its tracer has another version");
        }
        byte[] packed = reply.substring(SNAPSHOT.length()).getBytes(StandardCharsets.ISO_8859_1);
        try (InputStream in = new InflaterInputStream(Base64.getDecoder().wrap(new ByteArrayInputStream(packed)))) {
            return LiveSnapshot.decode(in.readAllBytes());
        }
    }
}
