// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.jtr.FileAccess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import jdk.internal.misc.Unsafe;

/** The files of recordings in the traced JVM. Their channels stay open when a thread using them is interrupted. */
public final class SteadyFiles implements FileAccess {
    public static final SteadyFiles INSTANCE = new SteadyFiles();

    /* An interrupt of the thread that uses a FileChannel closes the channel for good, and the application may
     * interrupt the tracer's threads. A RandomAccessFile is not closed, but it opens by name: it cannot create
     * exclusively, and it follows links. FileChannelImpl has a method that makes it ignore interrupts, in a package
     * that is not exported. That method sets a field; this class sets it directly.
     *
     * Without access to the field the channel stays interruptible. That is the case on the command line, to which
     * Unsafe is not exported. No thread is interrupted there while it writes a file. */
    private static final long NONE = -1;

    private static final Set<OpenOption> CREATE = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);

    private static volatile long uninterruptible;

    private SteadyFiles() {}

    /**
     * Creates a file, readable by its owner only, and opens it for reading and writing. Fails if the name exists,
     * even as a symbolic link.
     */
    @Override
    public FileChannel create(Path path) throws IOException {
        return steady(FileChannel.open(path, CREATE, ownerOnly()));
    }

    /** Opens an existing file for reading. */
    @Override
    public FileChannel read(Path path) throws IOException {
        return steady(FileChannel.open(path, StandardOpenOption.READ));
    }

    private static FileChannel steady(FileChannel channel) {
        if (uninterruptible == 0) {
            uninterruptible = offset(channel.getClass());
        }
        if (uninterruptible != NONE) {
            Unsafe.getUnsafe().putBooleanVolatile(channel, uninterruptible, true);
        }
        return channel;
    }

    private static long offset(Class<?> type) {
        try {
            return Unsafe.getUnsafe().objectFieldOffset(type, "uninterruptible");
        } catch (IllegalAccessError | InternalError notThere) {
            return NONE;
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
