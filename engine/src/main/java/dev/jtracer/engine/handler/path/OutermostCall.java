// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

/**
 * A call that no other traced call surrounds on its thread, such as the handling of one request.
 *
 * @param track index of its track
 * @param startNanos when it began, as in the trace
 * @param path the calls within it, added up by their callers; its own total is the duration
 */
public record OutermostCall(int track, long startNanos, CallPath path) {
    public String name() {
        return path.name();
    }

    public long durationNanos() {
        return path.totalNanos();
    }
}
