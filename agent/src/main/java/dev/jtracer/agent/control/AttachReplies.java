// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import java.util.function.Consumer;
import jdk.internal.vm.VMSupport;
import org.jspecify.annotations.Nullable;

/** Store of the agent's replies for tools that attach, and the mark that a tracer is present. */
public final class AttachReplies {
    /* The JVM keeps "agent properties" beside the system properties. An attached tool can read them
     * (VirtualMachine.getAgentProperties), the application cannot. A reply therefore needs no socket, no file, and no
     * system property visible to the application. */

    private static final String AGENT = "jtracer.agent";
    private static final String REPLY = "jtracer.reply.";
    private static final String FILES = "jtracer.files.";

    /** Number of replies retained: enough for tools that attach at one time. No tool reports that it has read one. */
    private static final int MOST_RETAINED = 16;

    private final Properties agentProperties;
    private final Deque<String> retained = new ArrayDeque<>();

    AttachReplies(Properties agentProperties) {
        this.agentProperties = agentProperties;
    }

    /** Returns the replies of this JVM. {@code Launcher} exports the package to the agent's loader. */
    public static AttachReplies ofThisJvm() {
        return new AttachReplies(VMSupport.getAgentProperties());
    }

    /** Marks this JVM as one with a tracer that accepts commands. */
    public void announce() {
        agentProperties.setProperty(AGENT, "here");
    }

    /** Removes the mark and all replies; that to the request for it, which follows, stays until the next removal. */
    public synchronized void withdraw() {
        agentProperties.remove(AGENT);
        for (String key : agentProperties.stringPropertyNames()) {
            if (key.startsWith(REPLY) || key.startsWith(FILES)) {
                agentProperties.remove(key);
            }
        }
    }

    /** Stores a reply for the tool that sent the request; prints its lines if none waits, as with jcmd. */
    public void reply(AttachRequest request, Reply reply, Consumer<String> stderr) {
        if (!request.nonce().isEmpty()) {
            retain(key(request), reply.encoded());
            return;
        }
        for (String line : reply.text().split("\n", -1)) {
            stderr.accept(line);
        }
    }

    /** Returns the property of the reply to a request. */
    static String key(AttachRequest request) {
        return REPLY + request.nonce();
    }

    /** Returns a place for what becomes of the files of a stop, for the tool that sent the request. */
    FileReplies files(AttachRequest request) {
        return new FileReplies(reply -> retain(FILES + request.nonce(), reply.encoded()));
    }

    private synchronized void retain(String key, String value) {
        // The newest at the end: a reply that changes belongs to a tool that waits for it.
        retained.remove(key);
        retained.add(key);
        if (retained.size() > MOST_RETAINED) {
            agentProperties.remove(retained.remove());
        }
        agentProperties.setProperty(key, value);
    }

    /** Returns whether the properties of another JVM mark a tracer there. */
    public static boolean isAnnounced(Properties agentProperties) {
        return agentProperties.getProperty(AGENT) != null;
    }

    /** Returns what another JVM's properties say about the files of a stop, or null if no file is being made. */
    public static @Nullable FileReply findFiles(Properties agentProperties, String nonce) {
        String encoded = agentProperties.getProperty(FILES + nonce);
        return encoded == null ? null : FileReply.parse(encoded);
    }

    /** Returns the reply in another JVM's properties, or null if there is none. */
    public static @Nullable Reply find(Properties agentProperties, String nonce) {
        String encoded = agentProperties.getProperty(REPLY + nonce);
        return encoded == null ? null : Reply.parse(encoded);
    }
}
