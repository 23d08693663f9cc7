// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

/**
 * The outermost calls where {@code sample-calls=} chooses some of them; zeros where all are recorded.
 *
 * @param chosen number of those that are in the sample
 * @param skipped number of the others
 */
public record OutermostCalls(long chosen, long skipped) {
    /** Returns those since an earlier moment. */
    public OutermostCalls since(OutermostCalls before) {
        return new OutermostCalls(chosen - before.chosen, skipped - before.skipped);
    }
}
