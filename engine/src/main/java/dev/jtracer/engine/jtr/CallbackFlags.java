// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import dev.jtracer.engine.event.SpanFlags;

/** Translation of the control records before an entry to flags of a trace event. */
public final class CallbackFlags {
    /** The {@link SpanFlags} of a passing, which hands a callback over. */
    public static final int OF_PASSING = SpanFlags.PASSING | SpanFlags.FLOW_OUT;

    private CallbackFlags() {}

    /**
     * Returns the {@link SpanFlags} of a callback's run.
     *
     * @param control {@code SpoolLayout.CONTROL_RUN} or {@code CONTROL_AMBIGUOUS_RUN}
     * @param passing number of the passing that caused the run; 0 for none
     */
    public static int ofRun(int control, long passing) {
        if (control == SpoolLayout.CONTROL_AMBIGUOUS_RUN) {
            return SpanFlags.CALLBACK | SpanFlags.AMBIGUOUS; // no arrow: another passing may be the origin
        }
        return passing == 0 ? SpanFlags.CALLBACK : SpanFlags.CALLBACK | SpanFlags.FLOW_IN;
    }
}
