// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.util.List;
import java.util.Locale;

/** Carries out what a tool asks of the running tracer by attaching. */
public final class AgentCommands {
    /** The commands, in the order of the help. */
    public static final List<String> NAMES = List.of("start", "stop", "toggle", "status", "reset");

    private final Tracing tracing;

    public AgentCommands(Tracing tracing) {
        this.tracing = tracing;
    }

    /** Carries out a request; options instead of a command come too late for a running tracer. */
    public AttachReply execute(AttachRequest request) {
        return switch (request.command()) {
            case "start" -> new AttachReply(true, tracing.start());
            case "stop" -> new AttachReply(true, tracing.stop());
            case "toggle" -> new AttachReply(true, tracing.toggle());
            case "reset" -> new AttachReply(true, tracing.reset());
            case "status" -> new AttachReply(true, text(tracing.status()));
            case "" ->
                new AttachReply(
                        false,
                        "this JVM is traced already, with options that stay as they are; use "
                                + String.join(", ", NAMES));
            default ->
                new AttachReply(false, "unknown command '" + request.command() + "'; use " + String.join(", ", NAMES));
        };
    }

    private static String text(TracerStatus status) {
        return String.format(
                Locale.ROOT,
                """
                recording        %s
                output           %s
                recordings       %d
                events           %d
                lost events      %d
                waits            %d
                classes woven    %d
                methods woven    %d
                methods skipped  %d
                classes failed   %d
                ns per timing    %.1f""",
                status.recording() ? "on" : "off",
                status.output().isEmpty() ? "none yet" : status.output(),
                status.recordings(),
                status.events(),
                status.lostEvents(),
                status.waits(),
                status.classesWoven(),
                status.methodsWoven(),
                status.methodsSkipped(),
                status.classesFailed(),
                status.overheadNanosPerTiming());
    }
}
