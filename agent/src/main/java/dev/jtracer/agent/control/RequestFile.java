// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A file by which a tool hands one request to the running tracer of another JVM. Its name is announced in that JVM's agent
 * properties and serves for one request.
 */
public final class RequestFile {
    /* Only a user who may attach can read the agent properties, so nobody else knows the name until the tool creates the file;
     * and nobody else can replace or remove it then, because a shared directory for temporary files is sticky. The name has
     * lost its meaning when the request has been read. A tool that was killed may leave its file, which is ignored soon. */
    private static final String PROPERTY = "jtracer.request";

    private static final long MOST_AGE_MILLIS = 10_000;
    private static final long MOST_BYTES = 64 << 10;
    /** A request without it is not complete. */
    private static final char END = '\n';

    private RequestFile() {}

    /** Returns the file that another JVM's properties announce; null if its tracer announces none. */
    public static @Nullable Path announced(Properties agentProperties) {
        String path = agentProperties.getProperty(PROPERTY);
        return path == null ? null : Path.of(path);
    }

    /** Returns the content of the file for a request. */
    public static byte[] content(AttachRequest request) {
        return (request.toArguments() + END).getBytes(StandardCharsets.UTF_8);
    }

    static void announce(Path file, Properties agentProperties) {
        agentProperties.setProperty(PROPERTY, file.toString());
    }

    static void withdraw(Properties agentProperties) {
        agentProperties.remove(PROPERTY);
    }

    /** Returns the request in a file; null if there is none, or an old one. */
    static @Nullable AttachRequest read(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MOST_BYTES) {
            return null;
        }
        long age = System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis();
        String text = Files.readString(file);
        return age < MOST_AGE_MILLIS && text.indexOf(END) >= 0
                ? AttachRequest.parse(text.substring(0, text.indexOf(END)))
                : null;
    }
}
