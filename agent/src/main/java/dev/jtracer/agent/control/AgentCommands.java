// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Executor of the commands that tools send to the running tracer by attaching. */
public final class AgentCommands {
    /** The commands, in the order of the help. */
    public static final List<String> NAMES = List.of("start", "stop", "toggle", "status", "reset");

    /** The command of the live table; its reply is the file for {@link dev.jtracer.agent.watch.SnapshotFile#open}. */
    public static final String WATCH = "watch";

    /** The option of a stop whose reply leaves the totals out. */
    public static final String NO_TOTALS = "totals=off";

    /** The command that removes the tracer from the JVM. */
    public static final String DETACH = "detach";

    private final Tracing tracing;
    private final Environment environment;

    /** The tracer around the recordings. */
    public interface Environment {
        /** Starts a watch and returns its file. */
        Path startWatch() throws IOException;

        /** Removes the tracer. Returns one line for the user. */
        Reply detach();
    }

    public AgentCommands(Tracing tracing, Environment environment) {
        this.tracing = tracing;
        this.environment = environment;
    }

    /**
     * Executes a request; options instead of a command are too late for a running tracer.
     *
     * @param replies receives what becomes of the files of a stop
     */
    public Reply execute(AttachRequest request, AttachReplies replies) {
        try {
            return reply(request, replies);
        } catch (LinkageError missing) {
            return Reply.declined(
                    "the traced JVM cannot load a class of its tracer (" + missing
                            + "); if the jar was replaced under it, put"
                            + " the old one back, or end the program and convert its .jtr file; replace a jar by mv, not by cp");
        } catch (Throwable fault) {
            return Reply.declined("the command '" + request.command() + "' failed in the traced JVM (" + fault
                    + "); see by status what the tracer does");
        }
    }

    private Reply reply(AttachRequest request, AttachReplies replies) {
        return switch (request.command()) {
            case "start" -> tracing.start();
            case "stop" -> stop(request, replies);
            case "toggle" -> toggle(request, replies);
            case "reset" -> tracing.reset();
            case "status" -> Reply.done(StatusText.of(tracing.status()));
            case WATCH -> watch();
            case DETACH -> environment.detach();
            case "" ->
                Reply.declined("this JVM is traced already, with options that stay as they are; use "
                        + String.join(", ", NAMES));
            default -> Reply.declined("unknown command '" + request.command() + "'; use " + String.join(", ", NAMES));
        };
    }

    /* Without a nonce no tool waits for the reply (jcmd); then the totals go to stderr as after a signal. */
    private Reply stop(AttachRequest request, AttachReplies replies) {
        return request.nonce().isEmpty()
                ? tracing.stop()
                : tracing.stop(!request.options().equals(NO_TOTALS), replies.files(request));
    }

    private Reply toggle(AttachRequest request, AttachReplies replies) {
        return request.nonce().isEmpty()
                ? tracing.toggle()
                : tracing.toggle(!request.options().equals(NO_TOTALS), replies.files(request));
    }

    private Reply watch() {
        try {
            return Reply.done(environment.startWatch().toString());
        } catch (IOException e) {
            return Reply.failedFile(
                    "the traced JVM cannot create a file in its java.io.tmpdir (" + e + "); make room there");
        }
    }
}
