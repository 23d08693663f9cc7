// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

/**
 * How much may come out of containers, so that a small hostile file cannot keep a reader busy for ever. Memory needs no
 * limit: containers are read as streams.
 *
 * @param maxDepth how many containers may lie within each other, at least 0
 * @param maxTraces how many traces all containers of an import may hold together, at least 0
 * @param maxBytes how many bytes may be unpacked in all, those of containers within containers counted at each level
 */
public record ContainerLimits(int maxDepth, int maxTraces, long maxBytes) {
    /** Eight levels, ten thousand traces, any number of bytes. */
    public static final ContainerLimits DEFAULT = new ContainerLimits(8, 10_000, Long.MAX_VALUE);

    public ContainerLimits {
        if (maxDepth < 0 || maxTraces < 0 || maxBytes < 0) {
            throw new IllegalArgumentException("limits are not negative: depth '" + maxDepth + "', traces '" + maxTraces
                    + "', bytes '" + maxBytes + "'");
        }
    }

    /** Returns the same with another number of bytes. */
    public ContainerLimits withMaxBytes(long bytes) {
        return new ContainerLimits(maxDepth, maxTraces, bytes);
    }
}
