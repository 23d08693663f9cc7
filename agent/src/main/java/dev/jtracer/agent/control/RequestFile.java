// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file by which a tool sends one request to the running tracer of another JVM. Its name is announced in that JVM's
 * agent properties and serves for one request.
 */
public final class RequestFile {
    /* Only a user who may attach can read the agent properties, so nobody else knows the name until the tool creates
     * the file; and nobody else can replace or remove it then, because a shared directory for temporary files is
     * sticky. The name has lost its meaning when the request has been read. A tool that was killed may leave its
     * file, which is ignored soon. */
    static final String PROPERTY = "jtracer.request";

    private static final Pattern NAME = Pattern.compile("jtracer-[0-9]+-[0-9a-f]+\\.request");

    private static final long MOST_AGE_MILLIS = 10_000;
    private static final long MOST_BYTES = 64 << 10;
    /** A request without it is not complete. */
    private static final char END = '\n';

    private RequestFile() {}

    /**
     * Returns the file that another JVM's properties announce; null if its tracer announces none, or something that
     * no tracer announces: a tool creates and deletes the file, so a JVM must not choose any file of the tool's user.
     */
    public static @Nullable Path announced(Properties agentProperties) {
        String announced = agentProperties.getProperty(PROPERTY);
        try {
            Path path = announced == null ? null : Path.of(announced);
            return path != null && isRequestFile(path) ? path : null;
        } catch (InvalidPathException noPath) {
            return null;
        }
    }

    private static boolean isRequestFile(Path path) {
        return path.isAbsolute()
                && path.equals(path.normalize())
                && NAME.matcher(String.valueOf(path.getFileName())).matches();
    }

    /** Returns the name of a file; the secret is hexadecimal digits. */
    static String name(long pid, String secret) {
        return "jtracer-" + pid + "-" + secret + ".request";
    }

    /** Returns the content of the file for a request. */
    public static byte[] content(AttachRequest request) {
        return (request.toArguments() + END).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns the request in a file; null if there is none yet, or an incomplete one.
     *
     * @throws IOException if what is there will never be a request: it is old, too large or not readable
     */
    static @Nullable AttachRequest read(Path file) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException none) {
            return null;
        }
        long age = System.currentTimeMillis() - attributes.lastModifiedTime().toMillis();
        if (!attributes.isRegularFile() || attributes.size() > MOST_BYTES || Math.abs(age) >= MOST_AGE_MILLIS) {
            throw new IOException("no request");
        }
        String text = Files.readString(file);
        int end = text.indexOf(END);
        return end < 0 ? null : AttachRequest.parse(text.substring(0, end));
    }
}
