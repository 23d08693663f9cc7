// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.foreign;

/**
 * A format that is recognised but not read.
 *
 * @param name description of the data, for example {@code a CPU profile of V8}
 * @param nextStep advice to the user
 */
public record ForeignFormat(String name, String nextStep) {
    /** Returns one sentence for the user. */
    public String message() {
        return "this is " + name + ", which cannot be imported; " + nextStep;
    }
}
