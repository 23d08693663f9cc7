// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.weave.code.MethodTable;

/**
 * What is known about callbacks where a class is being woven.
 *
 * @param loader the class's loader
 * @param hasUnwrapped whether the class may have made lambdas before it was woven, which nobody wrapped
 * @param notesPassings whether it is noted what the class is given and hands on; otherwise only when its callbacks run
 */
public record CallbackScope(
        CallbackTypes types,
        CallSites sites,
        MethodTable table,
        CallbackFilter filter,
        ClassLoader loader,
        boolean hasUnwrapped,
        boolean notesPassings) {
    /** Whether a call hands over a callback that is to be noted where the call is made. */
    boolean handsOver(String owner, String name, String descriptor) {
        return notesPassings && sites.callbacks(loader, owner, name, descriptor).count() > 0;
    }
}
