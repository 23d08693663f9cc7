// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.memory;

/** Factory of {@link MappedMemory}. */
public final class MappedMemories {
    /* FileChannel.map creates its buffer by a reflective constructor. Since JDK 18 reflection makes method handles, which takes 40
     * to 75 ms of CPU time for the first of seven arguments in a JVM. A memory segment does not need it. */
    /** The first version of the JDK whose channels map memory segments. */
    private static final int FIRST_WITH_SEGMENTS = 22;

    private MappedMemories() {}

    /** Creates an instance without any memory, of the kind that this JDK maps fastest. */
    public static MappedMemory create() {
        return Runtime.version().feature() < FIRST_WITH_SEGMENTS ? new BufferMemory() : new SegmentMemory();
    }
}
