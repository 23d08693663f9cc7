// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.watch;

import dev.jtracer.engine.handler.totals.Histogram;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The binary form of a snapshot. Numbers take seven bits a byte; a histogram is its number of buckets, then each bucket as
 * its distance from the previous one and its count.
 */
public final class SnapshotCodec {
    private SnapshotCodec() {}

    /** Returns the binary form of a snapshot. */
    public static byte[] encode(LiveSnapshot snapshot) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 14);
        DataOutputStream out = new DataOutputStream(bytes);
        writeState(out, snapshot.state());
        writeNumber(out, snapshot.methods().size());
        for (MethodCounts method : snapshot.methods()) {
            writeText(out, method.name());
            writeNumber(out, method.calls());
            writeNumber(out, method.totalNanos());
            writeNumber(out, method.selfNanos());
            writeHistogram(out, method.durations());
        }
        writeNumber(out, snapshot.callbacks().size());
        for (CallbackCounts callback : snapshot.callbacks()) {
            writeText(out, callback.name());
            writeNumber(out, callback.passings());
            writeNumber(out, callback.runs());
            writeNumber(out, callback.pending());
            writeHistogram(out, callback.waits());
        }
        return bytes.toByteArray();
    }

    /** Returns the snapshot of a binary form. */
    public static LiveSnapshot decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        TracerState state = readState(in);
        List<MethodCounts> methods = new ArrayList<>();
        for (long left = readNumber(in); left > 0; left--) {
            methods.add(
                    new MethodCounts(readText(in), readNumber(in), readNumber(in), readNumber(in), readHistogram(in)));
        }
        List<CallbackCounts> callbacks = new ArrayList<>();
        for (long left = readNumber(in); left > 0; left--) {
            callbacks.add(new CallbackCounts(
                    readText(in), readNumber(in), readNumber(in), readNumber(in), readHistogram(in)));
        }
        return new LiveSnapshot(state, methods, callbacks);
    }

    private static void writeState(DataOutputStream out, TracerState state) throws IOException {
        out.writeLong(state.nanos());
        out.writeBoolean(state.recording());
        writeText(out, state.output());
        out.writeLong(state.startNanos());
        out.writeLong(state.sinceNanos());
        writeNumber(out, state.threads());
        writeNumber(out, state.events());
        writeNumber(out, state.lost());
        writeNumber(out, state.lags());
        writeNumber(out, state.longestLagNanos());
        out.writeDouble(state.nanosPerTiming());
        writeText(out, state.problem());
    }

    private static TracerState readState(DataInputStream in) throws IOException {
        return new TracerState(
                in.readLong(),
                in.readBoolean(),
                readText(in),
                in.readLong(),
                in.readLong(),
                (int) readNumber(in),
                readNumber(in),
                readNumber(in),
                readNumber(in),
                readNumber(in),
                in.readDouble(),
                readText(in));
    }

    private static void writeHistogram(DataOutputStream out, Histogram histogram) throws IOException {
        List<long[]> buckets = new ArrayList<>();
        histogram.forEachBucket((bucket, values) -> buckets.add(new long[] {bucket, values}));
        writeNumber(out, buckets.size());
        long next = 0;
        for (long[] bucket : buckets) {
            writeNumber(out, bucket[0] - next);
            writeNumber(out, bucket[1]);
            next = bucket[0] + 1;
        }
    }

    private static Histogram readHistogram(DataInputStream in) throws IOException {
        Histogram histogram = new Histogram();
        long next = 0;
        for (long left = readNumber(in); left > 0; left--) {
            long bucket = next + readNumber(in);
            long values = readNumber(in);
            if (bucket < 0 || bucket >= Histogram.BUCKETS || values <= 0) {
                throw new StreamCorruptedException("bucket '" + bucket + "' with '" + values + "' values");
            }
            histogram.addToBucket((int) bucket, values);
            next = bucket + 1;
        }
        return histogram;
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writeNumber(out, bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInputStream in) throws IOException {
        long length = readNumber(in);
        if (length < 0 || length > in.available()) {
            throw new StreamCorruptedException("a text of '" + length + "' bytes");
        }
        byte[] bytes = new byte[(int) length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void writeNumber(DataOutputStream out, long number) throws IOException {
        long rest = number;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static long readNumber(DataInputStream in) throws IOException {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = in.readUnsignedByte();
            number |= (next & 0x7fL) << shift;
            if (next < 0x80) {
                return number;
            }
        }
        throw new StreamCorruptedException("a number of more than ten bytes");
    }
}
