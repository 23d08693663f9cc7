// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.control.RequestFile;
import dev.jtracer.agent.output.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Delivery of requests to the running tracer of another JVM by a file, for which that JVM loads no agent. */
final class RequestDelivery {
    private final long pid;
    private final Attachment attachment;

    RequestDelivery(long pid, Attachment attachment) {
        this.pid = pid;
        this.attachment = attachment;
    }

    /**
     * Delivers a request.
     *
     * @return the agent properties of the JVM after the execution; null if the tracer there has not received the request
     * @throws IOException if the JVM does not answer
     */
    @Nullable
    Properties deliver(AttachRequest request) throws IOException {
        Path announced = RequestFile.announced(attachment.agentProperties());
        if (announced == null) {
            return null;
        }
        Path file = ProcessFiles.inside(pid, announced);
        OutputStream content;
        try {
            content = OutputFile.stream(file);
        } catch (IOException takenOrReadOnly) {
            return null;
        }
        try {
            write(request, content);
            Properties after = attachment.agentProperties();
            return announced.equals(RequestFile.announced(after)) ? null : after;
        } finally {
            delete(file);
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
}
