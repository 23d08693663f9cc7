// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.engine.event.SpanFlags;

/** What the control records before an entry mean in a trace event. */
public final class CallbackFlags {
    /** The {@link SpanFlags} of a callback being handed over. */
    public static final int OF_PASSING = SpanFlags.PASSING | SpanFlags.FLOW_OUT;

    private CallbackFlags() {}

    /**
     * The {@link SpanFlags} of the run of a callback.
     *
     * @param control {@code RecordLayout.CONTROL_RUN} or {@code CONTROL_AMBIGUOUS_RUN}
     * @param passing number of the passing that the run comes from; 0 for none
     */
    public static int ofRun(int control, long passing) {
        return SpanFlags.CALLBACK
                | (passing == 0 ? 0 : SpanFlags.FLOW_IN)
                | (control == RecordLayout.CONTROL_AMBIGUOUS_RUN ? SpanFlags.AMBIGUOUS : 0);
    }
}
