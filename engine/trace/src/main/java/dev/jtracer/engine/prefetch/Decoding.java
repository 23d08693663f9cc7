// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.prefetch;

/** Choices of the thread that decodes the events of a trace. The result is the same. */
public enum Decoding {
    /** A thread of its own prefetches a few batches of a large trace: the fastest for one trace at a time. */
    PREFETCH,
    /** The thread that reads decodes as well: for programs whose threads read a trace each. */
    BY_READER
}
