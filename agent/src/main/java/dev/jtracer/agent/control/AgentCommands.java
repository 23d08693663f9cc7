// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.agent.live.Watch;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Executor of the commands that tools send to the running tracer by attaching. */
public final class AgentCommands {
    /** The commands, in the order of the help. */
    public static final List<String> NAMES = List.of("start", "stop", "toggle", "status", "dump", "reset");

    /** The command of the live table, whose reply {@link Watch} understands. */
    public static final String WATCH = "watch";

    /** The option of a stop whose reply omits the totals. */
    public static final String NO_TOTALS = "totals=off";

    /** The command that removes the tracer from the JVM. */
    public static final String DETACH = "detach";

    private final Tracing tracing;
    private final Supplier<Reply> detach;

    /** The snapshots; null before the first. */
    private @Nullable Watch watch;

    /** @param detach removes the tracer, and returns one line for the user */
    public AgentCommands(Tracing tracing, Supplier<Reply> detach) {
        this.tracing = tracing;
        this.detach = detach;
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
            case "stop" -> tracing.stop(terminal(request, replies));
            case "toggle" -> tracing.toggle(terminal(request, replies));
            case "dump" -> tracing.dump();
            case "reset" -> tracing.reset();
            case "status" -> Reply.done(tracing.status(false).text());
            case WATCH -> watch(request);
            case DETACH -> detach.get();
            case "" ->
                Reply.declined("this JVM is traced already, with options that stay as they are; use "
                        + String.join(", ", NAMES));
            default -> Reply.declined("unknown command '" + request.command() + "'; use " + String.join(", ", NAMES));
        };
    }

    /* Without a nonce no tool waits for the reply (jcmd); then the totals go to stderr as after a signal. */
    private static Tracing.@Nullable Terminal terminal(AttachRequest request, AttachReplies replies) {
        return request.nonce().isEmpty()
                ? null
                : new Tracing.Terminal(!request.options().equals(NO_TOTALS), replies.files(request));
    }

    private Reply watch(AttachRequest request) {
        if (request.nonce().isEmpty()) {
            return Reply.declined("live figures are for the command top");
        }
        if (watch == null) {
            watch = new Watch(tracing::snapshot);
        }
        return Reply.done(watch.reply());
    }
}
