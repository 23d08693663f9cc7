// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.handler.totals.PassingSites;

/**
 * The counts of one callback in one recording.
 *
 * @param name name as in the trace, {@code Class.method[k]} for argument k of a method
 * @param passings how often it was handed to a call
 * @param runs finished runs
 * @param site passing site, {@code Class.method:line}; empty if it is not known
 */
public record CallbackSample(String name, long passings, long runs, String site) {
    /** Creates a sample without a site. */
    public CallbackSample(String name, long passings, long runs) {
        this(name, passings, runs, "");
    }

    /** Returns the name behind its site. */
    String label() {
        return PassingSites.label(site, name);
    }

    /** Returns the name behind the method that hands the callback over. It stays when lines are inserted above. */
    String labelWithoutLine() {
        return PassingSites.label(PassingSites.method(site), name);
    }

    CallbackSample plus(CallbackSample other) {
        return new CallbackSample(name, passings + other.passings, runs + other.runs, site);
    }
}
