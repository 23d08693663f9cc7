// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import java.util.List;

/**
 * What was counted of one recording.
 *
 * @param methods one per name
 * @param callbacks one per name
 */
public record RecordingSample(List<MethodSample> methods, List<CallbackSample> callbacks) {
    public RecordingSample {
        methods = List.copyOf(methods);
        callbacks = List.copyOf(callbacks);
    }
}
