// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The program that runs in this JVM, and its host, so that the recordings of many JVMs can be told apart.
 *
 * <p>Without {@code name=}, the name and the version are those of OpenTelemetry's resource, by the rules of its
 * specification (environment variables and the Java agent's system properties of the same meaning). In Kubernetes,
 * the host is the pod.
 *
 * @param name name of the service; empty if nothing names it
 * @param version its version; empty if nothing names it
 * @param host name of the machine or container; empty if it is not known
 */
public record ServiceIdentity(String name, String version, String host) {
    private static final String HOST_NAME = "/proc/sys/kernel/hostname";
    /** Length of a host name at most, with the end of the line; HOST_NAME_MAX of Linux is 64. */
    private static final int MOST_BYTES = 65;

    /** Returns the identity of this JVM, with the name that the user gave unless that is empty. */
    static ServiceIdentity of(String name, Properties systemProperties, Map<String, String> environment) {
        String resource = first(
                systemProperties.getProperty("otel.resource.attributes"), environment.get("OTEL_RESOURCE_ATTRIBUTES"));
        String service = first(
                name,
                systemProperties.getProperty("otel.service.name"),
                environment.get("OTEL_SERVICE_NAME"),
                attribute(resource, "service.name"));
        String host = first(environment.get("HOSTNAME"), environment.get("COMPUTERNAME"));
        return new ServiceIdentity(
                service, attribute(resource, "service.version"), host.isEmpty() ? kernelsHostName() : host);
    }

    private static String first(@Nullable String... candidates) {
        for (String candidate : candidates) {
            if (candidate != null && !candidate.isBlank()) {
                return candidate.strip();
            }
        }
        return "";
    }

    /** Returns the value of a key in {@code key=value,key=value}; empty if there is none. */
    private static String attribute(String resource, String key) {
        int start = 0;
        while (start < resource.length()) {
            int comma = resource.indexOf(',', start);
            int end = comma < 0 ? resource.length() : comma;
            int equals = resource.indexOf('=', start);
            if (equals >= 0
                    && equals < end
                    && resource.substring(start, equals).strip().equals(key)) {
                return decoded(resource.substring(equals + 1, end).strip());
            }
            start = end + 1;
        }
        return "";
    }

    /**
     * Returns a value without its percent-encoding, which OpenTelemetry demands of the values of attributes. What is
     * not encoded correctly stays as it is.
     */
    private static String decoded(String value) {
        if (value.indexOf('%') < 0) {
            return value;
        }
        byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            boolean isEscape = encoded[i] == '%' && i + 2 < encoded.length;
            int high = isEscape ? Character.digit(encoded[i + 1], 16) : -1;
            int low = isEscape ? Character.digit(encoded[i + 2], 16) : -1;
            if (high >= 0 && low >= 0) {
                bytes.write(high << 4 | low);
                i += 2;
            } else {
                bytes.write(encoded[i]);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /* No name server, as InetAddress queries; that can take seconds. No channel: its classes take 2 ms at start. */
    private static String kernelsHostName() {
        try (InputStream in = new FileInputStream(HOST_NAME)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            return "";
        }
    }
}
