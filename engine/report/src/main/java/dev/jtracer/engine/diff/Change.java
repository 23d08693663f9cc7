// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

/**
 * A change of one method that is no noise.
 *
 * @param measure what has changed
 * @param factor value after, divided by the value before
 * @param probability how likely a change of this size is among all methods compared, if nothing has changed
 */
public record Change(Measure measure, double factor, double probability) {
    /** Whether there is more of it than before. */
    public boolean worse() {
        return factor > 1;
    }
}
