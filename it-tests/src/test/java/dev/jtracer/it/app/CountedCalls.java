// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * Calls {@code tick} on two threads for ever. After each call the thread stores its count of returned calls in its
 * slot of a mapped file, which outlives the process like the tracer's own pages: all calls in the file's count were
 * recorded.
 */
public final class CountedCalls {
    /** Bytes between two threads' counts; a cache line, so that the threads do not slow each other down. */
    public static final int SLOT = 64;

    /** Number of threads, named {@code ticker-0} and so on. */
    public static final int THREADS = 2;

    private CountedCalls() {}

    /** {@code args[0]}: the file with the counts. */
    public static void main(String[] args) throws IOException {
        try (FileChannel file = FileChannel.open(
                Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer counts = file.map(FileChannel.MapMode.READ_WRITE, 0, (long) SLOT * THREADS);
            for (int i = 0; i < THREADS; i++) {
                int slot = i * SLOT;
                new Thread(() -> tickForEver(counts, slot), "ticker-" + i).start();
            }
            System.out.println("ticking");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void tickForEver(MappedByteBuffer counts, int slot) {
        CRC32 checksum = new CRC32();
        for (long returned = 1; tick(checksum) >= 0; returned++) {
            counts.putLong(slot, returned);
        }
    }

    private static long tick(CRC32 checksum) {
        for (int i = 0; i < 1_000; i++) {
            checksum.update(i);
        }
        return checksum.getValue();
    }
}
