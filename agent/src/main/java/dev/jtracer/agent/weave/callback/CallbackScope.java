// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.weave.code.MethodTable;

/**
 * The context in which the callbacks of one class are woven.
 *
 * @param loader the class's loader
 * @param hasUnwrapped whether the class may have made lambdas before it was woven, which are not wrapped
 * @param recordsPasses whether the callbacks that the class receives and forwards are recorded; otherwise only their
 *     runs are
 */
public record CallbackScope(
        CallbackTypes types,
        CallSites sites,
        MethodTable table,
        CallbackFilter filter,
        ClassLoader loader,
        boolean hasUnwrapped,
        boolean recordsPasses) {
    /** Returns whether a call with this name and descriptor may pass a callback, whichever method it calls. */
    boolean mayPass(String name, String descriptor) {
        return recordsPasses && sites.mayPass(loader, name, descriptor);
    }

    /** Counts a call of the class, for the types that are passed and not followed. */
    void calls(String owner, String descriptor) {
        if (recordsPasses) {
            types.handsOut(owner, descriptor);
        }
    }

    /** Returns whether a call passes a callback that is recorded at the call site. */
    boolean passes(String owner, String name, String descriptor) {
        return recordsPasses && sites.callbacks(loader, owner, name, descriptor).count() > 0;
    }

    /** Returns whether a call passes a callback to an included method, which records it. */
    boolean announces(String owner, String name, String descriptor) {
        return recordsPasses && sites.announced(loader, owner, name, descriptor).count() > 0;
    }
}
