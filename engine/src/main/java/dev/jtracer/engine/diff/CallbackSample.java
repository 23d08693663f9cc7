// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

/**
 * What one recording counted of one callback.
 *
 * @param name name as in the trace, {@code Class.method[k]} for argument k of a method
 * @param passings how often it was handed to a call
 * @param runs finished runs
 */
public record CallbackSample(String name, long passings, long runs) {
    CallbackSample plus(CallbackSample other) {
        return new CallbackSample(name, passings + other.passings, runs + other.runs);
    }
}
