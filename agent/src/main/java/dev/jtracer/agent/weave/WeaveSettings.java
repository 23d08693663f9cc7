// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.config.CallbackPolicy;
import dev.jtracer.agent.filter.CallbackFilter;

/**
 * Which methods of the included classes are worth a record.
 *
 * @param accessors also methods of at most three instructions that call nothing, such as getters
 * @param clinit also static initialisers
 * @param callbacks which callbacks are wrapped, or told when they run, and noted where they are handed over
 * @param boundary whether calls that may hand callbacks to code that is not included are recorded where they are made
 * @param filter what is a callback beyond that, or is none
 */
public record WeaveSettings(
        boolean accessors, boolean clinit, CallbackPolicy callbacks, boolean boundary, CallbackFilter filter) {
    /** Without the calls at the boundary, and with nothing said about single callbacks. */
    public WeaveSettings(boolean accessors, boolean clinit, CallbackPolicy callbacks) {
        this(accessors, clinit, callbacks, false, CallbackFilter.NONE);
    }
}
