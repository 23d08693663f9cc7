// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.control.AttachReplies;
import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.control.RequestFile;
import dev.jtracer.agent.output.OutputFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Delivery of requests to the running tracer of another JVM by a file, for which that JVM loads no agent. */
record RequestDelivery(long pid, Attachment attachment) {
    /* Two tools may read the same announced name. One of them creates the file; the other reads the properties again;
     * meanwhile the first one's request is executed and a new name announced. If the other creates its file after
     * that, under the old name, its request is not executed and has no reply. */
    private static final int MOST_ATTEMPTS = 20;

    private static final long PAUSE_MILLIS = 100;

    /** A request that the tracer has not received, so that it may be sent in another way. */
    static final class UndeliveredException extends Exception {
        private static final long serialVersionUID = 1;

        UndeliveredException(String reason) {
            super(reason);
        }
    }

    /** Delivers a request and returns its reply; an IOException if the JVM does not answer. */
    Reply deliver(AttachRequest request) throws IOException, UndeliveredException {
        Properties properties = attachment.agentProperties();
        Path last = null;
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Path announced = announced(properties);
            if (announced.equals(last)) {
                pause();
            }
            last = announced;
            Path file = TargetProcess.inside(pid, announced);
            OutputStream content = create(file);
            if (content == null) {
                properties = attachment.agentProperties();
                continue;
            }
            try {
                write(request, content);
                properties = attachment.agentProperties();
            } finally {
                delete(TargetProcess.inside(pid, announced)); // the own path if the process has ended
            }
            Reply reply = AttachReplies.find(properties, request.nonce());
            if (reply != null) {
                return reply;
            }
            if (announced.equals(RequestFile.announced(properties))) {
                throw new UndeliveredException("it does not read '" + announced + "'");
            }
        }
        throw new UndeliveredException("other commands use its files");
    }

    private Path announced(Properties properties) throws UndeliveredException {
        Path announced = RequestFile.announced(properties);
        if (announced == null) {
            throw new UndeliveredException("it announces no file in its java.io.tmpdir");
        }
        if (!TargetProcess.isOwn(pid)) {
            throw new UndeliveredException("the process belongs to another user");
        }
        if (TargetProcess.hasLink(pid, announced)) {
            throw new UndeliveredException("a symbolic link is in '" + announced + "'");
        }
        return announced;
    }

    /** Creates a file; returns null if it is there already. */
    private static @Nullable OutputStream create(Path file) throws UndeliveredException {
        try {
            return OutputFile.stream(file);
        } catch (FileAlreadyExistsException otherTools) {
            return null;
        } catch (IOException readOnly) {
            throw new UndeliveredException("this user cannot create '" + file + "'");
        }
    }

    private static void write(AttachRequest request, OutputStream content) {
        try (content) {
            content.write(RequestFile.content(request));
        } catch (IOException full) {
            // the tracer ignores an incomplete request
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // its name has lost its meaning
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
