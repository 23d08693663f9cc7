// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import jdk.internal.misc.Unsafe;

/** The calls of {@code java.lang.foreign}, which the compiler for Java 17 does not know. */
abstract class SegmentCalls {
    static final SegmentCalls INSTANCE = create();

    SegmentCalls() {}

    /** Returns an arena that is closed explicitly. */
    abstract Object sharedArena();

    /** Returns an arena that is closed when its memory is unreachable. */
    abstract Object automaticArena();

    /** Maps a segment of a file until the arena is closed. */
    abstract Object map(FileChannel channel, FileChannel.MapMode mode, long position, long bytes, Object arena)
            throws IOException;

    /** Returns the address of a segment. */
    abstract long address(Object segment);

    /** Closes a shared arena. */
    abstract void close(Object arena);

    private static SegmentCalls create() {
        byte[] file = SegmentCallsWriter.classFile();
        Class<?> type = Unsafe.getUnsafe()
                .defineClass(
                        SegmentCallsWriter.NAME,
                        file,
                        0,
                        file.length,
                        SegmentCalls.class.getClassLoader(),
                        SegmentCalls.class.getProtectionDomain());
        try {
            return (SegmentCalls) Unsafe.getUnsafe().allocateInstance(type);
        } catch (InstantiationException isAbstract) {
            throw new IllegalStateException(isAbstract);
        }
    }
}
