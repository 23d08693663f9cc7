// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import java.util.List;

/**
 * A thread with open calls at one moment.
 *
 * @param name its name, or its number if it has none that is known
 * @param calls its open calls and runs of callbacks, the outermost first
 */
public record OpenThread(String name, List<Call> calls) {
    public OpenThread {
        calls = List.copyOf(calls);
    }

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
