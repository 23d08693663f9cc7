// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.memory;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;

/** Memory of mapped buffers, for a JDK whose channels map no memory segments. */
final class BufferMemory implements MappedMemory {
    private final List<MappedByteBuffer> mapped = new ArrayList<>();

    @Override
    public MappedPart map(FileChannel channel, long position, long bytes) throws IOException {
        MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, position, bytes);
        mapped.add(buffer);
        return MappedPart.of(buffer);
    }

    @Override
    public MappedPart mapUntilCollected(FileChannel channel, long position, long bytes) throws IOException {
        return MappedPart.of(channel.map(FileChannel.MapMode.READ_WRITE, position, bytes));
    }

    @Override
    public void unmap() {
        for (MappedByteBuffer buffer : mapped) {
            Unsafe.getUnsafe().invokeCleaner(buffer);
        }
        mapped.clear();
    }
}
