// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

/**
 * Limits on the contents of containers, so that a small hostile file cannot occupy a reader indefinitely. Memory
 * needs no limit, because containers are read as streams.
 *
 * @param maxDepth limit of containers within each other, at least 0
 * @param maxTraces limit of traces in all containers of an import, at least 0
 * @param maxBytes limit of unpacked bytes in all; those of containers within containers count at each level
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
}
