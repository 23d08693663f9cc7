// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

/** A limit of the nodes of several trees together. */
final class SampleLimit {
    static final SampleLimit NONE = new SampleLimit(Integer.MAX_VALUE);

    private static final int LEAST_NODES = 50_000;
    private static final int MOST_NODES = 5_000_000;
    /* A node takes 120 bytes and its frame up to 200, so all take a quarter of the heap. */
    private static final int HEAP_BYTES_A_NODE = 1_280;

    private int left;

    SampleLimit(int nodes) {
        this.left = nodes;
    }

    /** Returns a new limit that suits the heap of this JVM. */
    static SampleLimit ofHeap() {
        long fitting = Runtime.getRuntime().maxMemory() / HEAP_BYTES_A_NODE;
        return new SampleLimit((int) Math.max(LEAST_NODES, Math.min(MOST_NODES, fitting)));
    }

    /** Returns whether one more node is allowed, and counts it. */
    boolean take() {
        if (left == 0) {
            return false;
        }
        left -= this == NONE ? 0 : 1;
        return true;
    }
}
