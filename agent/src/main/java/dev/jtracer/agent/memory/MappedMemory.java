// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** Memory mapped from files, for reading and writing. Used by one thread at a time. */
public interface MappedMemory {
    /** Maps a part of a file until {@link #unmap}; this object must stay reachable until then. */
    MappedPart map(FileChannel channel, long position, long bytes) throws IOException;

    /** Maps a part of a file until the part is collected. */
    MappedPart mapUntilCollected(FileChannel channel, long position, long bytes) throws IOException;

    /** Unmaps the memory, which no thread may use any more. Nothing can be mapped afterwards. */
    void unmap();
}
