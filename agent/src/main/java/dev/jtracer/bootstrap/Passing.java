// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

/** One callback handed to one call. Immutable, so that the thread that runs the callback sees it whole. */
final class Passing {
    /** Number in the process, from 1; at most 2^40 - 1. */
    final long number;

    /** Id of the name under which the callback's runs are recorded. */
    final int nameId;

    Passing(long number, int nameId) {
        this.number = number;
        this.nameId = nameId;
    }
}
