// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.config.Platform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import net.bytebuddy.agent.VirtualMachine;
import net.bytebuddy.agent.VirtualMachine.ForHotSpot.Connection;

/**
 * An attachment through HotSpot's own socket, for runtimes without the module jdk.attach, which container images
 * often lack. Byte Buddy's agent implements the protocol; its sockets need JNA, so the JDK's are used.
 */
record SocketAttachment(Connection connection) implements Attachment {
    private static final Path DIRECTORY = directory(Platform.current());

    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final long PAUSE_MILLIS = 20;
    private static final String PROTOCOL = "1";
    private static final String LOADED = "0\nreturn code: 0\n";

    /* HotSpot's directory: on macOS the user's own, which is also the default of java.io.tmpdir; elsewhere regardless
     * of it. */
    static Path directory(Platform platform) {
        return Path.of(platform == Platform.MAC ? System.getProperty("java.io.tmpdir") : "/tmp");
    }

    /**
     * Removes the socket that a killed process of the same number left. The JVM of another user cannot do so at its
     * start, and the JDK's tools then take it for the JVM's own: "Connection refused".
     */
    static void removeStale(long pid) throws IOException {
        Path socket = socket(pid);
        if (Platform.current() == Platform.WINDOWS || !Files.exists(socket)) {
            return;
        }
        // As the JDK's tools do: the JVM accepts the connection, and drops it when it reads no command.
        try {
            SocketChannel.open(UnixDomainSocketAddress.of(socket)).close();
        } catch (ConnectException nobodyListens) {
            Files.deleteIfExists(socket);
        } catch (SocketException notOurs) {
            // the attach itself says so
        }
    }

    private static Path socket(long pid) {
        return DIRECTORY.resolve(".java_pid" + pid);
    }

    static Attachment to(long pid) throws IOException {
        if (Platform.current() == Platform.WINDOWS) {
            throw new IOException("this Java lacks the module jdk.attach, without which nothing attaches on Windows");
        }
        Path socket = socket(pid);
        if (!Files.exists(socket)) {
            try {
                openSocket(pid, socket);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        return new SocketAttachment(new SocketConnection(UnixDomainSocketAddress.of(socket)));
    }

    /** Makes the JVM open its socket. A JVM does so on SIGQUIT if a file of this name exists. */
    private static void openSocket(long pid, Path socket) throws IOException, InterruptedException {
        Path request = DIRECTORY.resolve(".attach_pid" + pid);
        Files.write(request, new byte[0]);
        try {
            // The shell's built-in command, because small images lack /bin/kill.
            new ProcessBuilder("sh", "-c", "kill -QUIT " + pid).start().waitFor();
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            while (!Files.exists(socket)) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException("it opened no socket");
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } finally {
            Files.deleteIfExists(request);
        }
    }

    @Override
    public void loadAgent(Path jar, String arguments) throws IOException {
        // VirtualMachine.loadAgent reads the first line only, which is 0 if the JVM accepted the command.
        try (Connection.Response response =
                connection.execute(PROTOCOL, "load", "instrument", "false", jar + "=" + arguments)) {
            String answer = textOf(response);
            if (!answer.equals(LOADED)) {
                throw new DeclinedException(
                        answer.substring(answer.indexOf('\n') + 1).strip());
            }
        }
    }

    private static String textOf(Connection.Response response) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] part = new byte[1024];
        for (int length = response.read(part); length > 0; length = response.read(part)) {
            text.write(part, 0, length);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    @Override
    public Properties agentProperties() throws IOException {
        return new VirtualMachine.ForHotSpot(connection) {}.getAgentProperties();
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }

    /** Opens a channel for each command, as the protocol demands. */
    private static final class SocketConnection extends Connection.OnPersistentByteChannel<SocketChannel> {
        private final UnixDomainSocketAddress address;

        SocketConnection(UnixDomainSocketAddress address) {
            this.address = address;
        }

        @Override
        protected SocketChannel connect() throws IOException {
            return SocketChannel.open(address);
        }

        @Override
        protected void close(SocketChannel channel) throws IOException {
            channel.close();
        }

        @Override
        protected void write(SocketChannel channel, byte[] bytes) throws IOException {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        }

        @Override
        protected int read(SocketChannel channel, byte[] bytes) throws IOException {
            return channel.read(ByteBuffer.wrap(bytes));
        }

        @Override
        public void close() {
            // each command closes its own channel
        }
    }
}
