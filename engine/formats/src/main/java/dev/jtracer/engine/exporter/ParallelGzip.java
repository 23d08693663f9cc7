// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * A gzip stream that several threads compress, a block each: compression takes as long as the writing of a trace's
 * text. The file is one member (RFC 1952) and each block of ours ends at a byte (RFC 1951), so that every reader of
 * gzip reads it. Not safe for use by several threads.
 */
public final class ParallelGzip extends OutputStream {
    private static final int BLOCK_BYTES = 1 << 18;
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final byte[] LAST = {3, 0}; // a deflate block without content

    /** A part of the content, and then of the file; reused. */
    private static final class Block {
        final byte[] content = new byte[BLOCK_BYTES];
        final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        int size;
        byte[] compressed = new byte[BLOCK_BYTES / 4];

        /** Returns the number of {@link #compressed} bytes. */
        int compress() {
            deflater.reset();
            deflater.setInput(content, 0, size);
            int bytes = 0;
            while (true) {
                bytes += deflater.deflate(compressed, bytes, compressed.length - bytes, Deflater.SYNC_FLUSH);
                if (bytes < compressed.length) {
                    return bytes;
                }
                compressed = Arrays.copyOf(compressed, 2 * bytes);
            }
        }
    }

    private record Compression(Block block, Future<Integer> bytes) {}

    private final OutputStream out;
    private final ExecutorService threads;
    private final Deque<Compression> compressions = new ArrayDeque<>();
    private final int mostCompressions;
    private final CRC32 crc = new CRC32();
    private Block block = new Block();
    private long size;
    /** Whether a block could not be written: the file ends there. */
    private boolean failed;

    public ParallelGzip(OutputStream out, int threads) throws IOException {
        this.out = out;
        this.mostCompressions = 2 * threads;
        this.threads = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "jtracer-gzip");
            thread.setDaemon(true);
            return thread;
        });
        out.write(HEADER);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (failed) {
            throw new IOException("an earlier part of the file could not be written");
        }
        crc.update(bytes, from, length);
        size += length;
        for (int done = 0; done < length; ) {
            int part = Math.min(length - done, BLOCK_BYTES - block.size);
            System.arraycopy(bytes, from + done, block.content, block.size, part);
            block.size += part;
            done += part;
            if (block.size == BLOCK_BYTES) {
                compress();
            }
        }
    }

    private void compress() throws IOException {
        compressions.add(new Compression(block, threads.submit(block::compress)));
        block = compressions.size() < mostCompressions ? new Block() : writeFirst();
    }

    /** Writes the first block when it is compressed. Returns it, to be filled again. */
    private Block writeFirst() throws IOException {
        Block first = compressions.element().block;
        failed = true;
        try {
            int bytes = compressions.remove().bytes.get();
            out.write(first.compressed, 0, bytes);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while compressing", e);
        }
        failed = false;
        first.size = 0;
        return first;
    }

    @Override
    public void close() throws IOException {
        if (threads.isShutdown()) {
            return;
        }
        try (out) {
            if (failed) {
                return; // the block that comes next may be one that is being compressed
            }
            compressions.add(new Compression(block, threads.submit(block::compress)));
            while (!compressions.isEmpty()) {
                writeFirst().deflater.end();
            }
            out.write(LAST);
            ByteBuffer trailer = ByteBuffer.allocate(2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            out.write(trailer.putInt((int) crc.getValue()).putInt((int) size).array());
        } finally {
            threads.shutdownNow();
        }
    }
}
