// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.file;

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

/** Opens file channels that stay open when the thread that uses them is interrupted. */
public final class SteadyChannel {
    /* A FileChannel is closed for good by an interrupt of whichever thread uses it, and any code of the application may
     * interrupt the tracer's threads. RandomAccessFile has no such fault, but opens by name: it cannot create
     * exclusively, and it follows links. The JDK's channel has a switch for both wishes, which only the JDK may call;
     * it is a field, and set as one.
     *
     * Without the field, or on the command line where the package is not exported, channels stay as they are: nobody
     * interrupts the threads of the command line. */
    private static final long NONE = -1;

    private static final Set<OpenOption> CREATE = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);

    private static volatile long uninterruptible;

    private SteadyChannel() {}

    /**
     * Creates a file, readable for its owner alone, and opens it for reading and writing. Fails if the name exists, also
     * as a symbolic link.
     */
    public static FileChannel create(Path path) throws IOException {
        return steady(FileChannel.open(path, CREATE, ownerOnly()));
    }

    /** Opens an existing file for reading. */
    public static FileChannel read(Path path) throws IOException {
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
