// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A connection to another JVM on this machine, which makes it load agents. */
interface Attachment extends Closeable {
    /** Refusal of a JVM to load an agent. */
    final class DeclinedException extends IOException {
        private static final long serialVersionUID = 1;

        DeclinedException(@Nullable String reason) {
            super(reason);
        }
    }

    /** Attaches through the JDK's module if this runtime has it, and otherwise through HotSpot's socket. */
    static Attachment to(long pid) throws IOException {
        SocketAttachment.removeStale(pid);
        return ModuleLayer.boot().findModule("jdk.attach").isPresent()
                ? JdkAttachment.to(pid)
                : SocketAttachment.to(pid);
    }

    /**
     * Loads an agent into the other JVM, and returns when it has started.
     *
     * @throws DeclinedException if that JVM loads no agents, or not this one
     */
    void loadAgent(Path jar, String arguments) throws IOException;

    /** Returns the agent properties of the other JVM, which its application does not see. */
    Properties agentProperties() throws IOException;
}
