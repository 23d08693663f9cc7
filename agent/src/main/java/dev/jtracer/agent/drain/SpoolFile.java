// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.agent.memory.MappedMemory;
import dev.jtracer.agent.memory.MappedPart;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The memory-mapped file behind the {@link ChunkPool}. It survives a kill of the process, and is deleted when the JVM
 * exits normally. Used by one thread at a time.
 */
public final class SpoolFile {
    /* Every byte is written before it is mapped. A store into a mapped page without a disk block costs 1.6 ns more
     * per record, and on a full disk it kills the JVM with a SIGBUS; a write fails with an exception instead. The
     * file starts small so that short programs do not pay for it, and doubles on demand. */
    private static final int FIRST_BYTES = 4 << 20;
    private static final int WRITE_BYTES = 1 << 20;

    /* Names stay here until the tracer's thread writes them, a few milliseconds later. Each half has room for the
     * names of five thousand methods. */
    private static final int NAME_BYTES = 1 << 20;

    private final Path path;
    private final FileChannel channel;
    private final int chunkBytes;
    private final long mostBytes;
    private final MappedMemory memory = new MappedMemory();
    private final MappedPart names;
    private long bytes;

    /**
     * Initialises the file and adds its first chunks to the pool.
     *
     * @param path path of the file, which must be empty
     * @param channel open for reading and writing; closed by {@link #delete}
     * @param mostBytes limit of all chunks together
     */
    public SpoolFile(Path path, FileChannel channel, int chunkBytes, long mostBytes) throws IOException {
        this.path = path;
        this.channel = channel;
        this.chunkBytes = chunkBytes;
        this.mostBytes = mostBytes;
        ByteBuffer header =
                ByteBuffer.allocateDirect(SpoolLayout.SPOOL_HEADER_BYTES).order(ByteOrder.nativeOrder());
        header.putLong(0, SpoolLayout.SPOOL_MAGIC);
        header.putLong(SpoolLayout.SPOOL_CHUNK_BYTES, chunkBytes);
        header.putLong(SpoolLayout.SPOOL_PROCESS, ProcessId.current());
        header.putLong(SpoolLayout.SPOOL_NAME_BYTES, NAME_BYTES);
        writeFully(header, channel, 0);
        writeZeroes(SpoolLayout.SPOOL_HEADER_BYTES, NAME_BYTES);
        names = memory.mapUntilCollected(channel, SpoolLayout.SPOOL_HEADER_BYTES, NAME_BYTES);
        extend(Math.min(Math.max(FIRST_BYTES, 2 * chunkBytes), mostBytes));
    }

    /**
     * Begins to take the records of a recording. Another process may have the same id, and this one may make several
     * recordings.
     */
    void begin(RecordingHeader header) throws IOException {
        ByteBuffer start = ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.nativeOrder());
        start.putLong(header.startNanos()).putLong(header.startEpochMicros()).flip();
        writeFully(start, channel, SpoolLayout.SPOOL_START_NANOS);
    }

    public Path path() {
        return path;
    }

    int chunkBytes() {
        return chunkBytes;
    }

    /** Fails if the file is shorter than what is mapped of it: every store behind its end is in vain. */
    void checkLength() throws EOFException {
        long length;
        try {
            length = channel.size();
        } catch (IOException unknown) {
            return; // its memory fails, too, if it is gone
        }
        if (length < SpoolLayout.SPOOL_HEADER_BYTES + NAME_BYTES + bytes) {
            throw new EOFException("another program has truncated '" + path + "'");
        }
    }

    boolean mayGrow() {
        return bytes + chunkBytes <= mostBytes && ChunkPool.INSTANCE.mayGrow();
    }

    /** Doubles the file, up to its limit. Leaves at least as much disk space free as it takes. */
    void grow() throws IOException {
        long wanted = Math.min(bytes, mostBytes - bytes);
        if (path.toFile().getUsableSpace() < 2 * wanted) {
            throw new IOException("the disk of '" + path + "' is nearly full");
        }
        extend(wanted);
    }

    /**
     * Deletes the file, or marks it for {@link #deleteFinished} and fails. Mapped memory stays usable.
     *
     * @throws IOException if the file stays; with a suppressed exception if it could not be marked either
     */
    public void delete() throws IOException {
        try {
            Files.deleteIfExists(path);
        } catch (IOException mapped) {
            try {
                mark(channel);
            } catch (IOException unmarked) {
                mapped.addSuppressed(unmarked);
            }
            throw mapped;
        } finally {
            channel.close();
        }
    }

    /* The mark is a signature of 0, which no other spool has: the signature is written first. */
    static void mark(FileChannel spool) throws IOException {
        writeFully(ByteBuffer.allocate(Long.BYTES), spool, 0);
    }

    /**
     * Deletes the spools in a directory whose JVMs ended in order on a system that deletes no mapped file (Windows).
     * They hold nothing that is not in a recording, unlike those of killed JVMs. One that cannot be deleted is left
     * to a later call.
     */
    public static void deleteFinished(Path directory) {
        try (DirectoryStream<Path> spools = Files.newDirectoryStream(directory, "jtracer-*.spool")) {
            for (Path spool : spools) {
                deleteIfFinished(spool);
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // The creation of the new spool reports what is wrong with the directory.
        }
    }

    private static void deleteIfFinished(Path spool) {
        try {
            if (isFinished(spool)) {
                Files.deleteIfExists(spool);
            }
        } catch (IOException stillMapped) {
            // the next start tries again
        }
    }

    private static boolean isFinished(Path spool) throws IOException {
        try (FileChannel file = FileChannel.open(spool, StandardOpenOption.READ)) {
            ByteBuffer signature = ByteBuffer.allocate(Long.BYTES);
            return file.size() >= SpoolLayout.SPOOL_HEADER_BYTES
                    && file.read(signature, 0) == Long.BYTES
                    && signature.getLong(0) == 0;
        }
    }

    /**
     * Unmaps the chunks, which the pool must have forgotten. The memory for names stays until its buffer is
     * collected: a thread that loads a class may still write to it.
     */
    public void unmap() {
        memory.unmap();
    }

    /** Returns the memory for names of methods that are not in the recording yet. */
    public MappedPart names() {
        return names;
    }

    private void extend(long wanted) throws IOException {
        long size = Math.min(wanted, Integer.MAX_VALUE) / chunkBytes * chunkBytes;
        MappedPart extent = zeroed(SpoolLayout.SPOOL_HEADER_BYTES + NAME_BYTES + bytes, size);
        bytes += size;
        ChunkPool.INSTANCE.add(extent.address(), size, chunkBytes);
    }

    /** Appends zeroes and maps them, or leaves the file unchanged. */
    private MappedPart zeroed(long position, long size) throws IOException {
        try {
            writeZeroes(position, size);
            return memory.map(channel, position, size);
        } catch (IOException | RuntimeException | Error e) {
            // The remaining disk space is for the recording and the application.
            truncate(position, e);
            throw e;
        }
    }

    private void truncate(long position, Throwable failure) {
        try {
            channel.truncate(position);
        } catch (IOException mapped) {
            failure.addSuppressed(mapped); // Windows truncates no file that is mapped in part
        }
    }

    private void writeZeroes(long position, long size) throws IOException {
        ByteBuffer zeroes = ByteBuffer.allocateDirect((int) Math.min(size, WRITE_BYTES));
        for (long written = 0; written < size; written += zeroes.capacity()) {
            zeroes.clear().limit((int) Math.min(zeroes.capacity(), size - written));
            writeFully(zeroes, channel, position + written);
        }
    }

    private static void writeFully(ByteBuffer buffer, FileChannel channel, long at) throws IOException {
        long position = at;
        while (buffer.hasRemaining()) {
            position += channel.write(buffer, position);
        }
    }
}
