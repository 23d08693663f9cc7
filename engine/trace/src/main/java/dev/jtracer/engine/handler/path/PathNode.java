// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import org.jspecify.annotations.Nullable;

/** Calls of one name below the same callers, added up. */
final class PathNode {
    int nameIndex;
    long calls;
    long unfinished;
    long totalNanos;
    long selfNanos;

    /** The calls made by these calls; null without any. */
    @Nullable
    PathNodes children;

    void add(PathNode other) {
        calls += other.calls;
        unfinished += other.unfinished;
        totalNanos += other.totalNanos;
        selfNanos += other.selfNanos;
    }

    void clear(int name) {
        nameIndex = name;
        calls = 0;
        unfinished = 0;
        totalNanos = 0;
        selfNanos = 0;
        children = null;
    }
}
