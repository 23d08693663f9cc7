// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

/**
 * The id that binds spans to each other. Comparable, so that maps are fast even if a hostile file gives many ids the same
 * hash.
 *
 * @param number the spans' {@code bind_id}; for a callback the number of its passing
 * @param pid the process that assigned the number; 0 if the number is unique in the whole trace
 */
record BindId(long number, long pid) implements Comparable<BindId> {
    @Override
    public int compareTo(BindId other) {
        return number != other.number ? Long.compare(number, other.number) : Long.compare(pid, other.pid);
    }
}
