// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import jdk.internal.vm.VMSupport;
import org.jspecify.annotations.Nullable;

/** Where the agent leaves replies for tools that attach, and tells them that it is there. */
public final class AttachReplies {
    /* The JVM keeps "agent properties" beside the system properties; a tool that has attached can read them
     * (VirtualMachine.getAgentProperties), the application cannot. So a reply needs no socket, no file, and no system
     * property that the application would see. */

    private static final String AGENT = "jtracer.agent";
    private static final String REPLY = "jtracer.reply.";

    /** Enough for tools that attach at the same time; nobody tells us when a reply has been read. */
    private static final int KEPT = 8;

    private final Properties agentProperties;
    private final Deque<String> kept = new ArrayDeque<>();

    AttachReplies(Properties agentProperties) {
        this.agentProperties = agentProperties;
    }

    /** The replies of this JVM. {@code Launcher} exports the package to the agent's loader. */
    public static AttachReplies ofThisJvm() {
        return new AttachReplies(VMSupport.getAgentProperties());
    }

    /** Tells tools that a tracer is there to take commands. */
    public void announce() {
        agentProperties.setProperty(AGENT, "here");
    }

    /** Leaves a reply for the tool that sent the request; prints it to stderr when none waits, as with jcmd. */
    public synchronized void reply(AttachRequest request, AttachReply reply) {
        if (request.nonce().isEmpty()) {
            System.err.println("TRACER " + reply.text().replace("\n", "\nTRACER "));
            return;
        }
        String key = REPLY + request.nonce();
        kept.add(key);
        if (kept.size() > KEPT) {
            agentProperties.remove(kept.remove());
        }
        agentProperties.setProperty(key, reply.encoded());
    }

    /** Whether the properties of another JVM tell of a tracer there. */
    public static boolean isAnnounced(Properties agentProperties) {
        return agentProperties.getProperty(AGENT) != null;
    }

    /** The reply in another JVM's properties, or null when there is none. */
    public static @Nullable AttachReply find(Properties agentProperties, String nonce) {
        String encoded = agentProperties.getProperty(REPLY + nonce);
        return encoded == null ? null : AttachReply.parse(encoded);
    }
}
