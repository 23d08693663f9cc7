// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import dev.jtracer.bootstrap.RecordLayout;

/** What the next entry of a thread stands for, as the control records before it have said. */
public final class PendingLink {
    /** What {@link #take} returns for a plain call. */
    public static final int NONE = 0;

    private int code;
    private long passing;
    private long firstPassing;

    public PendingLink() {}

    /** Forgets it where another thread begins: what a killed thread left without its record belongs to no other. */
    public void forget() {
        code = NONE;
        firstPassing = 0;
    }

    /** Takes a control record, see {@link RecordSink#link}. */
    public void note(int control, long number) {
        if (control == RecordLayout.CONTROL_HOP) {
            firstPassing = number;
        } else {
            code = control;
            passing = number;
        }
    }

    /** The control code that says what the entry is, or {@link #NONE}. To be asked once an entry. */
    public int take() {
        int taken = code;
        code = NONE;
        return taken;
    }

    /** The number of the passing that the entry is or comes from; 0 for a run that belongs to none. */
    public long passing() {
        return passing;
    }

    /** The number of the first passing of what is handed on; 0 for a first passing. To be asked once a passing. */
    public long takeFirst() {
        long taken = firstPassing;
        firstPassing = 0;
        return taken;
    }
}
