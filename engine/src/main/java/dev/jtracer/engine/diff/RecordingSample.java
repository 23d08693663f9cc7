// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import java.util.List;

/**
 * What was counted of one recording.
 *
 * @param methods one per name
 * @param callbacks one per name
 * @param missing what was not counted because the recording lacks it
 */
public record RecordingSample(List<MethodSample> methods, List<CallbackSample> callbacks, MissingData missing) {
    public RecordingSample {
        methods = List.copyOf(methods);
        callbacks = List.copyOf(callbacks);
    }

    /** Creates a sample of a recording that lacks nothing. */
    public RecordingSample(List<MethodSample> methods, List<CallbackSample> callbacks) {
        this(methods, callbacks, MissingData.NONE);
    }
}
