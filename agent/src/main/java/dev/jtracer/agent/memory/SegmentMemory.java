// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** Memory of mapped segments. */
final class SegmentMemory implements MappedMemory {
    private final Object arena = SegmentCalls.INSTANCE.sharedArena();

    @Override
    public MappedPart map(FileChannel channel, long position, long bytes) throws IOException {
        return map(channel, position, bytes, arena);
    }

    @Override
    public MappedPart mapUntilCollected(FileChannel channel, long position, long bytes) throws IOException {
        return map(channel, position, bytes, SegmentCalls.INSTANCE.automaticArena());
    }

    private static MappedPart map(FileChannel channel, long position, long bytes, Object arena) throws IOException {
        Object segment = SegmentCalls.INSTANCE.map(channel, FileChannel.MapMode.READ_WRITE, position, bytes, arena);
        return new MappedPart(segment, SegmentCalls.INSTANCE.address(segment), bytes);
    }

    @Override
    public void unmap() {
        SegmentCalls.INSTANCE.close(arena);
    }
}
