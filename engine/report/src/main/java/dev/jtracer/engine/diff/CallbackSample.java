// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.handler.totals.PassSites;

/**
 * The counts of one callback in one recording.
 *
 * @param name name as in the trace, {@code Class.method[k]} for argument k of a method
 * @param passes how often it was passed to a call
 * @param runs finished runs
 * @param site pass site, {@code Class.method:line}; empty if it is not known
 */
public record CallbackSample(String name, long passes, long runs, String site) {
    /** Returns the name behind its site. */
    String label() {
        return PassSites.label(site, name);
    }

    /** Returns the name behind the method that passes the callback. It stays when lines are inserted above. */
    String labelWithoutLine() {
        return PassSites.label(PassSites.method(site), name);
    }

    CallbackSample plus(CallbackSample other) {
        return new CallbackSample(name, passes + other.passes, runs + other.runs, site);
    }
}
