// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.control.AttachReplies;
import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.control.FileReply;
import dev.jtracer.agent.control.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Another JVM on this machine with an open attachment. */
public final class TargetJvm implements AutoCloseable {
    /** The begin of the JDK's text for a jar that is not there or must not be read; there is no code. */
    private static final String JAR_NOT_READ = "Agent JAR not found";

    private final long pid;
    private final Path jar;
    private final Attachment attachment;
    private boolean loadsAgent;

    TargetJvm(long pid, Path jar, Attachment attachment) {
        this.pid = pid;
        this.jar = jar;
        this.attachment = attachment;
    }

    /** Attaches after a harmless check of the process. */
    public static TargetJvm attach(long pid, Path jar) throws CommandException {
        TargetProcess process = TargetProcess.of(pid);
        process.check();
        try {
            return new TargetJvm(pid, jar, new PatientAttachment(process));
        } catch (PatientAttachment.NoAnswerException silent) {
            throw CommandException.attach(String.valueOf(silent.getMessage()));
        } catch (IOException declined) {
            throw CommandException.attach("process '" + pid + "' does not let tools attach (" + declined.getMessage()
                    + "); start its JVM without -XX:+DisableAttachMechanism, or with -javaagent:tracer.jar");
        }
    }

    /**
     * Returns the process that the first operand of a command denotes: by its id, or by the main class or the jar of
     * a JVM of this machine, with or without package and directory.
     */
    public static long pid(Command command, Arguments arguments) throws CommandException {
        if (arguments.operands().isEmpty()) {
            throw command.misused("the process id is missing");
        }
        String text = arguments.operands().get(0);
        if (text.matches("-?[0-9]*")) {
            if (text.matches("0*[1-9][0-9]{0,17}")) {
                return Long.parseLong(text);
            }
            throw command.misused("'" + text + "' is not a process id");
        }
        List<Long> named = LocalJvm.all().stream()
                .filter(jvm -> isNamed(jvm.main(), text))
                .map(LocalJvm::pid)
                .toList();
        if (named.size() == 1) {
            return named.get(0);
        }
        throw command.misused(
                named.isEmpty()
                        ? "'" + text + "' is not a process id, nor the main class or jar of a JVM that list shows"
                        : "'" + text + "' is the main class or jar of " + named.size() + " JVMs, "
                                + named.stream().map(String::valueOf).collect(Collectors.joining(", "))
                                + "; name one by its process id");
    }

    /** Returns whether a main class or the path of a jar has a name, with or without its package or directory. */
    private static boolean isNamed(String main, String name) {
        int rest = main.length() - name.length();
        return main.equals(name) || rest > 0 && main.endsWith(name) && "./\\".indexOf(main.charAt(rest - 1)) >= 0;
    }

    public long pid() {
        return pid;
    }

    /** Starts the tracer there, and returns its reply. */
    String start(String options) throws CommandException {
        return send(new AttachRequest(nonce(), "", options));
    }

    /** Sends a command to the tracer there, and returns its reply. */
    String command(String name) throws CommandException {
        return command(new AttachRequest(nonce(), name, ""));
    }

    /** Sends a command with its options to the tracer there, and returns its reply. */
    public String command(AttachRequest request) throws CommandException {
        try {
            if (!AttachReplies.isAnnounced(attachment.agentProperties())) {
                throw CommandException.attach("process '" + pid + "' runs without the tracer; start it with java -jar"
                        + " tracer.jar attach " + pid + " include=com.acme");
            }
        } catch (IOException gone) {
            throw ended(gone);
        }
        return send(request);
    }

    /** Returns what has become of a stop's files, null if no file is being made; fails if the JVM does not answer. */
    @Nullable
    FileReply files(AttachRequest stop) throws IOException {
        return AttachReplies.findFiles(attachment.agentProperties(), stop.nonce());
    }

    /** Returns a key for a reply. */
    public static String nonce() {
        return Long.toHexString(new SecureRandom().nextLong());
    }

    /** Returns whether the last request reached the tracer only by loading the agent, too dear to repeat often. */
    public boolean loadsAgent() {
        return loadsAgent;
    }

    private String send(AttachRequest request) throws CommandException {
        Reply reply;
        loadsAgent = false;
        try {
            reply = new RequestDelivery(pid, attachment).deliver(request);
        } catch (RequestDelivery.UndeliveredException undelivered) {
            loadsAgent = true;
            reply = load(request, undelivered);
        } catch (IOException gone) {
            throw ended(gone);
        }
        if (reply == null) {
            throw CommandException.attach("the tracer in process '" + pid + "' gave no reply; its stderr says why");
        }
        if (reply.isFailedFile()) {
            throw CommandException.file(reply.text());
        }
        if (!reply.isDone()) {
            throw CommandException.attach(reply.text());
        }
        return reply.text();
    }

    /** Sends a request by loading the agent, which starts the tracer if there is none. */
    private @Nullable Reply load(AttachRequest request, RequestDelivery.UndeliveredException undelivered)
            throws CommandException {
        try {
            try {
                attachment.loadAgent(jar, request.toArguments());
            } catch (Attachment.DeclinedException declined) {
                throw declined(declined, undelivered);
            }
            return AttachReplies.find(attachment.agentProperties(), request.nonce());
        } catch (IOException gone) {
            throw ended(gone);
        }
    }

    private CommandException declined(
            Attachment.DeclinedException declined, RequestDelivery.UndeliveredException undelivered)
            throws IOException {
        if (AttachReplies.isAnnounced(attachment.agentProperties())) {
            return CommandException.attach(
                    "process '" + pid + "' is traced, but the command did not reach its tracer by file ("
                            + undelivered.getMessage() + "), and its JVM does not load agents (" + declined.getMessage()
                            + "); repeat the command as that process's user, or start its JVM with"
                            + " -XX:+EnableDynamicAgentLoading");
        }
        if (String.valueOf(declined.getMessage()).startsWith(JAR_NOT_READ)) {
            return CommandException.attach("process '" + pid + "' cannot read '" + jar + "'; run tracer.jar from a path"
                    + " that its user can read, and where its container has tracer.jar too");
        }
        return CommandException.attach("process '" + pid + "' does not load agents (" + declined.getMessage()
                + "); start its JVM with -XX:+EnableDynamicAgentLoading, or with -javaagent:tracer.jar");
    }

    /** Returns the failure of a JVM that does not answer any more. */
    CommandException ended(IOException cause) {
        if (cause instanceof PatientAttachment.NoAnswerException) {
            return CommandException.attach(String.valueOf(cause.getMessage()));
        }
        return CommandException.attach(
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
