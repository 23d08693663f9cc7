// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import java.util.List;

/**
 * One call and those that surround it.
 *
 * @param track index of its track
 * @param startNanos when it began, as in the trace
 * @param durationNanos how long it took
 * @param selfNanos how long it took outside of the traced calls made by it
 * @param unfinished whether it had not ended when the recording stopped: it took at least as long
 * @param path names of the calls from the outermost one to this one; the innermost 10,000 of a deeper stack
 */
public record SlowCall(
        int track, long startNanos, long durationNanos, long selfNanos, boolean unfinished, List<String> path) {
    public SlowCall {
        path = List.copyOf(path);
    }

    public String name() {
        return path.get(path.size() - 1);
    }
}
