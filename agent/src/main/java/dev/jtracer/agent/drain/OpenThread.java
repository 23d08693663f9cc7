// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import java.util.List;

/**
 * A thread with open calls at one moment.
 *
 * @param id its number
 * @param name its name, or its number if it has none that is known
 * @param calls its open calls and runs of callbacks, the outermost first
 * @param cpuNanos the CPU time that it used for a part of its outermost call
 * @param readNanos how long ago that part began; 0 if the CPU time is not known
 */
public record OpenThread(long id, String name, List<Call> calls, long cpuNanos, long readNanos) {
    /**
     * An open call.
     *
     * @param ageNanos the time since its begin
     * @param site where its callback was passed, {@code Class.method:line}; empty for a call, or if that is not known
     */
    public record Call(String name, long ageNanos, String site) {}

    /** Returns the age of the outermost call. */
    public long ageNanos() {
        return calls.get(0).ageNanos();
    }
}
