// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

/**
 * What ties spans to each other. To be compared, so that maps are fast even if a hostile file gives many the same hash.
 *
 * @param number the spans' {@code bind_id}; of a callback the number of its passing
 * @param pid the process that has given the number; 0 if it is one's own in the whole trace
 */
record BindId(long number, long pid) implements Comparable<BindId> {
    @Override
    public int compareTo(BindId other) {
        return number != other.number ? Long.compare(number, other.number) : Long.compare(pid, other.pid);
    }
}
