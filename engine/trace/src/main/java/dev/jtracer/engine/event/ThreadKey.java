// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * A thread of a trace. Comparable, so that maps are fast even if a hostile file gives many threads the same hash.
 *
 * @param pid number of its process
 * @param tid number of the thread in that process
 */
public record ThreadKey(long pid, long tid) implements Comparable<ThreadKey> {
    @Override
    public int compareTo(ThreadKey other) {
        return pid != other.pid ? Long.compare(pid, other.pid) : Long.compare(tid, other.tid);
    }
}
