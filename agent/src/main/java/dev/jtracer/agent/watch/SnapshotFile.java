// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.watch;

import dev.jtracer.agent.output.SteadyChannel;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/**
 * A file of one snapshot that two processes share: the reader requests, the traced JVM writes.
 *
 * <pre>
 * offset 0  8 bytes  signature and version of the form
 *        8  1 byte   state: 1 requested, 2 ready, 3 ended
 *       12  4 bytes  length of the snapshot
 *       16           the snapshot
 * </pre>
 */
public final class SnapshotFile implements Closeable {
    /* Both sides access the file through the channel they opened, so that a file that was put in its place by name has no
     * effect. The kernel orders the writes of one process and the reads of another. */
    private static final long SIGNATURE = 0x4a54524143455233L; // "JTRACER3"

    private static final Pattern NAME = Pattern.compile("jtracer-[0-9]+-[0-9a-f]+\\.top");

    private static final int STATE = 8;
    private static final int LENGTH = 12;
    private static final int DATA = 16;

    private final Path path;
    private final FileChannel channel;

    /** State of the file. */
    public enum State {
        REQUESTED(1),
        READY(2),
        /** One side has gone; the other deletes the file. */
        ENDED(3);

        private final byte code;

        State(int code) {
            this.code = (byte) code;
        }
    }

    private SnapshotFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Returns the name of a file.
     *
     * @param pid number of the traced process
     * @param secret hexadecimal digits
     */
    static String name(long pid, String secret) {
        return "jtracer-" + pid + "-" + secret + ".top";
    }

    /** Returns whether a path is one that a tracer gives its file. */
    public static boolean isName(Path path) {
        return path.isAbsolute()
                && path.equals(path.normalize())
                && NAME.matcher(String.valueOf(path.getFileName())).matches();
    }

    /** Creates a file, readable by its owner only, with a request in it. */
    public static SnapshotFile create(Path path) throws IOException {
        SnapshotFile file = new SnapshotFile(path, SteadyChannel.create(path));
        try {
            file.write(0, ByteBuffer.allocate(DATA).putLong(0, SIGNATURE));
            file.state(State.REQUESTED);
            return file;
        } catch (Throwable full) {
            try (file) {
                Files.deleteIfExists(path);
            } catch (IOException again) {
                full.addSuppressed(again);
            }
            throw full;
        }
    }

    /**
     * Opens a file that another process created.
     *
     * @throws UnknownFormException if that process has another version of the tracer
     */
    public static SnapshotFile open(Path path) throws IOException {
        SnapshotFile file = new SnapshotFile(
                path,
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        try {
            if (file.read(0, Long.BYTES).getLong() != SIGNATURE) {
                throw new UnknownFormException();
            }
            return file;
        } catch (Throwable unusable) {
            file.close();
            throw unusable;
        }
    }

    /** Returns the state. */
    public State state() throws IOException {
        return switch (read(STATE, 1).get()) {
            case 1 -> State.REQUESTED;
            case 2 -> State.READY;
            default -> State.ENDED;
        };
    }

    /** Sets the state. */
    public void state(State state) throws IOException {
        write(STATE, ByteBuffer.allocate(1).put(0, state.code));
    }

    /** Writes a snapshot, then sets the state to ready. */
    void snapshot(byte[] snapshot) throws IOException {
        write(DATA, ByteBuffer.wrap(snapshot));
        write(LENGTH, ByteBuffer.allocate(Integer.BYTES).putInt(0, snapshot.length));
        state(State.READY);
    }

    /** Returns the snapshot of a file that is ready. */
    public byte[] snapshot() throws IOException {
        int length = read(LENGTH, Integer.BYTES).getInt();
        if (length < 0 || length > channel.size() - DATA) {
            throw new EOFException("'" + path + "' ends before its snapshot");
        }
        return read(DATA, length).array();
    }

    /** Sets the state to ended and deletes the file. */
    public void end() throws IOException {
        state(State.ENDED);
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private ByteBuffer read(long offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, offset + bytes.position()) < 0) {
                throw new EOFException("'" + path + "' is too short");
            }
        }
        return bytes.flip();
    }

    private void write(long offset, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes, offset + bytes.position());
        }
    }

    /** Failure to open a file whose form this version does not know. */
    public static final class UnknownFormException extends IOException {
        private static final long serialVersionUID = 1;

        UnknownFormException() {
            super("its tracer has another version");
        }
    }
}
