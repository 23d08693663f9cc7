// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.output.Report;

/**
 * Line that names the file of the recording once this JVM has recorded a call. With an agent from the environment, which reaches
 * JVMs that are not meant, it stands for the line at the start. Belongs to the tracer's thread.
 */
final class FirstCallLine {
    private final CurrentRecording current;
    private final RecorderSpool spool;
    private final Report report;
    private boolean printed;

    FirstCallLine(CurrentRecording current, RecorderSpool spool, Report report) {
        this.current = current;
        this.spool = spool;
        this.report = report;
    }

    /** Prints the line if there is a call and the line was not printed before. */
    void printOnce() {
        if (!printed && spool.events() > 0) {
            printed = true;
            report.say("recording to '" + current.output() + "'");
        }
    }
}
