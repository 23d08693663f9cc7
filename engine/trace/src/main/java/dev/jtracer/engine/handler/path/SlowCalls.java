// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import java.util.List;

/**
 * The calls that took longest. Immutable.
 *
 * @param byDuration the longest first; a slow call within another one makes that one slow too
 * @param bySelf those that took longest outside of the traced calls made by them, the longest first
 */
public record SlowCalls(List<SlowCall> byDuration, List<SlowCall> bySelf) {
    public SlowCalls {
        byDuration = List.copyOf(byDuration);
        bySelf = List.copyOf(bySelf);
    }
}
