// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

/** A call as a row; times in nanoseconds. */
public record CallRow(String thread, int depth, String name, long start, long end, boolean threw, boolean unfinished) {
    CallRow later(long nanos) {
        return new CallRow(thread, depth, name, start + nanos, end + nanos, threw, unfinished);
    }

    CallRow unflagged() {
        return new CallRow(thread, depth, name, start, end, false, false);
    }

    CallRow anyDepth() {
        return new CallRow(thread, 0, name, start, end, threw, unfinished);
    }
}
