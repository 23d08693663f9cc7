// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;

/** An attachment through the module jdk.attach. Loaded only where the runtime has that module. */
record JdkAttachment(VirtualMachine machine) implements Attachment {
    static Attachment to(long pid) throws IOException {
        try {
            return new JdkAttachment(VirtualMachine.attach(Long.toString(pid)));
        } catch (AttachNotSupportedException declined) {
            throw new IOException(declined.getMessage(), declined);
        }
    }

    @Override
    public void loadAgent(Path jar, String arguments) throws IOException {
        try {
            machine.loadAgent(jar.toString(), arguments);
        } catch (AgentLoadException | AgentInitializationException declined) {
            throw new DeclinedException(declined.getMessage());
        }
    }

    @Override
    public Properties agentProperties() throws IOException {
        return machine.getAgentProperties();
    }

    @Override
    public void close() throws IOException {
        machine.detach();
    }
}
