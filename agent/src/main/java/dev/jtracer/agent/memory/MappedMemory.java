// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.memory;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Memory mapped from files, for reading and writing. Used by one thread at a time. */
public final class MappedMemory {
    /* FileChannel.map creates its buffer by a reflective constructor. Since JDK 18 reflection makes method handles,
     * which takes 40 to 75 ms of CPU time for the first of seven arguments in a JVM. A memory segment does not need
     * it. */
    /** The first version of the JDK whose channels map memory segments. */
    private static final int FIRST_WITH_SEGMENTS = 22;

    /** Owner of the segments; null for a JDK without. */
    private final @Nullable Object arena =
            Runtime.version().feature() < FIRST_WITH_SEGMENTS ? null : SegmentCalls.INSTANCE.sharedArena();

    private final List<MappedByteBuffer> buffers = new ArrayList<>();

    /** Maps a part of a file until {@link #unmap}; this object must stay reachable until then. */
    public MappedPart map(FileChannel channel, long position, long bytes) throws IOException {
        if (arena != null) {
            return segment(channel, position, bytes, arena);
        }
        MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, position, bytes);
        buffers.add(buffer);
        return MappedPart.of(buffer);
    }

    /** Maps a part of a file until the part is collected. */
    public MappedPart mapUntilCollected(FileChannel channel, long position, long bytes) throws IOException {
        return arena == null
                ? MappedPart.of(channel.map(FileChannel.MapMode.READ_WRITE, position, bytes))
                : segment(channel, position, bytes, SegmentCalls.INSTANCE.automaticArena());
    }

    private static MappedPart segment(FileChannel channel, long position, long bytes, Object arena) throws IOException {
        Object segment = SegmentCalls.INSTANCE.map(channel, FileChannel.MapMode.READ_WRITE, position, bytes, arena);
        return new MappedPart(segment, SegmentCalls.INSTANCE.address(segment), bytes);
    }

    /** Unmaps the memory, which no thread may use any more. Nothing can be mapped afterwards. */
    public void unmap() {
        if (arena != null) {
            SegmentCalls.INSTANCE.close(arena);
        }
        for (MappedByteBuffer buffer : buffers) {
            Unsafe.getUnsafe().invokeCleaner(buffer);
        }
        buffers.clear();
    }
}
