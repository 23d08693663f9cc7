// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.CannotAttachException;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.control.AttachReplies;
import dev.jtracer.agent.control.AttachReply;
import dev.jtracer.agent.control.AttachRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;

/** Another JVM on this machine with an open attachment. */
public final class TargetJvm implements AutoCloseable {
    private final long pid;
    private final Path jar;
    private final Attachment attachment;

    private TargetJvm(long pid, Path jar, Attachment attachment) {
        this.pid = pid;
        this.jar = jar;
        this.attachment = attachment;
    }

    /** Attaches after a harmless check of the process. */
    public static TargetJvm attach(long pid, Path jar) throws CannotAttachException {
        TargetProcess.of(pid).check();
        try {
            return new TargetJvm(pid, jar, Attachment.to(pid));
        } catch (IOException declined) {
            throw new CannotAttachException("process '" + pid + "' does not let tools attach (" + declined.getMessage()
                    + "); start its JVM without -XX:+DisableAttachMechanism, or with -javaagent:tracer.jar");
        }
    }

    /** Starts the tracer there, and returns its reply. */
    String start(String options) throws CommandException {
        return send("", options);
    }

    /** Sends a command to the tracer there, and returns its reply. */
    public String command(String name) throws CommandException {
        try {
            if (!AttachReplies.isAnnounced(attachment.agentProperties())) {
                throw new CannotAttachException("process '" + pid + "' runs without the tracer; start it with java -jar"
                        + " tracer.jar attach " + pid + " include=com.acme");
            }
        } catch (IOException gone) {
            throw ended(gone);
        }
        return send(name, "");
    }

    private String send(String command, String options) throws CommandException {
        String nonce = Long.toHexString(new SecureRandom().nextLong());
        AttachReply reply;
        try {
            attachment.loadAgent(jar, new AttachRequest(nonce, command, options).toArguments());
            reply = AttachReplies.find(attachment.agentProperties(), nonce);
        } catch (Attachment.DeclinedException declined) {
            throw new CannotAttachException("process '" + pid + "' does not load agents (" + declined.getMessage()
                    + "); start its JVM with -XX:+EnableDynamicAgentLoading, or with -javaagent:tracer.jar");
        } catch (IOException gone) {
            throw ended(gone);
        }
        if (reply == null) {
            throw new CannotAttachException("the tracer in process '" + pid + "' gave no reply; its stderr says why");
        }
        if (!reply.ok()) {
            throw new CannotAttachException(reply.text());
        }
        return reply.text();
    }

    private CannotAttachException ended(IOException cause) {
        return new CannotAttachException(
                "process '" + pid + "' broke off (" + cause.getMessage() + "); see whether it still runs");
    }

    @Override
    public void close() {
        try {
            attachment.close();
        } catch (IOException alreadyGone) {
            // nothing is left to release
        }
    }
}
