// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import java.util.concurrent.atomic.AtomicLong;

/** The numbers of slow calls in all recordings. Usable by any thread. */
public final class SlowFigures {
    private final AtomicLong found = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    void found(long calls) {
        found.addAndGet(calls);
    }

    void dropped(long calls) {
        dropped.addAndGet(calls);
    }

    public long found() {
        return found.get();
    }

    /** Returns how many of them are not retained, because there was no room. */
    public long dropped() {
        return dropped.get();
    }
}
