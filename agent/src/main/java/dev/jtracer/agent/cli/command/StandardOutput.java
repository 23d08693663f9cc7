// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import dev.jtracer.engine.text.StreamCharset;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Stdout of a command. It keeps the first failure to write, which a {@link PrintStream} hides. */
public final class StandardOutput {
    /** 128 and the number of SIGPIPE, which ends other programs whose reader has ended. */
    private static final int READER_ENDED = 141;

    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/1");
    /** S_IFMT, S_IFIFO and S_IFSOCK of inode(7). */
    private static final int FILE_TYPE = 0170000;

    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private final OutputStream target;
    private final BooleanSupplier isPipe;
    private final PrintStream stream;
    private volatile @Nullable IOException failure;

    /**
     * @param target receives what is written
     * @param isPipe returns whether the target is a pipe or a socket, whose only failure is the end of its reader
     */
    public StandardOutput(OutputStream target, BooleanSupplier isPipe) {
        this.target = target;
        this.isPipe = isPipe;
        this.stream =
                new PrintStream(new BufferedOutputStream(new Remembering()), true, StreamCharset.of("stdout.encoding"));
    }

    /** Returns stdout of this process. */
    public static StandardOutput ofProcess() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out), () -> isPipe(DESCRIPTOR));
    }

    /** Returns the stream that commands print to. */
    public PrintStream stream() {
        return stream;
    }

    /**
     * Returns the exit code at the end of a command, and prints why its result could not be written. A reader that
     * has ended, as {@code head} does when it has its lines, is no fault: it costs no line, and hides no finding.
     *
     * @param ofCommand exit code of the command itself
     */
    public int exitCode(int ofCommand, PrintStream err) {
        stream.flush();
        IOException reason = failure;
        if (reason == null) {
            return ofCommand;
        }
        if (isPipe.getAsBoolean()) {
            boolean noResult = ofCommand == 0 || ofCommand == CommandException.FILE;
            return noResult ? READER_ENDED : ofCommand;
        }
        err.println("cannot write to stdout: " + reason.getMessage() + "; direct it to another file or program");
        return CommandException.FILE;
    }

    /* The message of the failure is of no use: it is in the user's language. The type of the file is not: a named
     * pipe is one too. */
    static boolean isPipe(Path file) {
        try {
            int type = (int) Files.getAttribute(file, "unix:mode") & FILE_TYPE;
            return type == PIPE || type == SOCKET;
        } catch (IOException | RuntimeException notLinux) {
            return false;
        }
    }

    /** The target, whose first failure is remembered. After it nothing more is written. */
    private final class Remembering extends OutputStream {
        @Override
        public void write(int oneByte) throws IOException {
            write(new byte[] {(byte) oneByte}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            IOException earlier = failure;
            if (earlier != null) {
                throw earlier;
            }
            try {
                target.write(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public void flush() throws IOException {
            target.flush();
        }
    }
}
