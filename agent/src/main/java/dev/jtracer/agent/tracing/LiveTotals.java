// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.control.Reply;
import dev.jtracer.engine.handler.totals.Functions;
import java.io.IOException;

/** The totals of the current recording, or of the last one while there is none. */
final class LiveTotals {
    private final CurrentRecording current;
    private final DrainThread thread;
    private final Deadlines deadlines;

    LiveTotals(CurrentRecording current, DrainThread thread, Deadlines deadlines) {
        this.current = current;
        this.thread = thread;
        this.deadlines = deadlines;
    }

    /**
     * Returns the totals of methods.
     *
     * @throws IllegalStateException if the tracer's thread does not answer; a class of the JDK, which JMX can carry
     */
    Functions functions() {
        Recording recording = current.get();
        if (recording == null) {
            return current.lastTotals().functions();
        }
        try {
            return thread.call(() -> recording.totals().functions(), deadlines.command());
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e.getCause());
        }
    }

    /** Forgets the totals so far, and returns one line for the user. */
    Reply reset() {
        Recording recording = current.get();
        if (recording == null) {
            current.forgetLastTotals();
            return Reply.done("totals forgotten");
        }
        try {
            thread.call(
                    () -> {
                        recording.forgetTotals();
                        return recording;
                    },
                    deadlines.command());
            return Reply.done("totals forgotten; still recording to '" + current.output() + "'");
        } catch (IOException e) {
            return Reply.declined("cannot forget the totals (" + e.getMessage() + "); try again");
        }
    }
}
