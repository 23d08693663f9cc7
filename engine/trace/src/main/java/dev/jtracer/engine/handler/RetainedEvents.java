// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

/**
 * The memory for what the handlers of a trace keep of single events, one limit for all of them. What exceeds it is
 * counted and not retained, so that a trace of any length can be read. Not safe for use by several threads.
 */
public final class RetainedEvents {
    /** About what a copied event with its arguments takes, in bytes. */
    private static final int EVENT_BYTES = 1024;
    /** About what a row of a few numbers takes, in bytes. */
    private static final int ROW_BYTES = 64;

    private long roomBytes;
    private long dropped;

    /** @param bytes of memory for all handlers, roughly; at least 0 */
    public RetainedEvents(long bytes) {
        this.roomBytes = bytes;
    }

    /** Returns a limit of a quarter of this JVM's memory. */
    public static RetainedEvents ofHeap() {
        return new RetainedEvents(Runtime.getRuntime().maxMemory() / 4);
    }

    /** Returns whether a copy of one more event may be retained. */
    public boolean event() {
        return take(EVENT_BYTES);
    }

    /** Returns whether one more row of numbers may be retained. */
    public boolean row() {
        return take(ROW_BYTES);
    }

    private boolean take(int bytes) {
        if (roomBytes < bytes) {
            dropped++;
            return false;
        }
        roomBytes -= bytes;
        return true;
    }

    /** Returns how many events and rows were not retained. */
    public long dropped() {
        return dropped;
    }
}
