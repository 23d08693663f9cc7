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
        boolean recordsPasses) {}
