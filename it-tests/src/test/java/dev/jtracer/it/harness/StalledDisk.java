// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A disk stall for a traced JVM: the next thread that writes to the recording waits there, as in a write that does
 * not return. A breakpoint suspends this one thread.
 */
public final class StalledDisk implements AutoCloseable {
    /** The flag that lets a JVM be stalled. */
    public static final String FLAG = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";

    private static final Pattern PORT = Pattern.compile("Listening for transport dt_socket at address: (\\d+)");

    private static final Set<Integer> WAITS =
            Set.of(ThreadReference.THREAD_STATUS_WAIT, ThreadReference.THREAD_STATUS_SLEEPING);

    private final VirtualMachine jvm;

    /** Attaches to a JVM whose recording has begun. The next write to it stalls. */
    public StalledDisk(JvmProcess process) throws IOException {
        Await.until("the debugger's port", () -> PORT.matcher(process.stdout()).find());
        Matcher port = PORT.matcher(process.stdout());
        if (!port.find()) {
            throw new IllegalStateException("the JVM does not listen for a debugger");
        }
        jvm = attach(port.group(1));
        ReferenceType file =
                jvm.classesByName("dev.jtracer.engine.jtr.SingleFile").get(0);
        BreakpointRequest write = jvm.eventRequestManager()
                .createBreakpointRequest(file.methodsByName("write").get(0).location());
        write.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        write.enable();
    }

    /** Waits until a write stalls. Returns the name of the thread that waits. */
    public String awaitStall() throws InterruptedException {
        EventSet events = jvm.eventQueue().remove(Await.LIMIT.toMillis());
        if (events == null) {
            throw new AssertionError("nothing was written to the recording for " + Await.LIMIT.toSeconds() + " s");
        }
        for (Event event : events) {
            if (event instanceof BreakpointEvent stalled) {
                return stalled.thread().name();
            }
        }
        throw new AssertionError("the JVM ended: " + events);
    }

    /** Waits until a thread of the JVM waits. */
    public void awaitWait(String name) {
        Await.until("a wait of " + name, () -> jvm.allThreads().stream()
                .anyMatch(thread -> thread.name().equals(name) && WAITS.contains(thread.status())));
    }

    /** Lets the writes go on. */
    @Override
    public void close() {
        try {
            jvm.dispose();
        } catch (VMDisconnectedException ended) {
            // Nothing is stalled any more.
        }
    }

    private static VirtualMachine attach(String port) throws IOException {
        AttachingConnector sockets = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(connector -> connector.transport().name().equals("dt_socket"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = sockets.defaultArguments();
        Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
        Objects.requireNonNull(arguments.get("port")).setValue(port);
        try {
            return sockets.attach(arguments);
        } catch (IllegalConnectorArgumentsException e) {
            throw new IllegalStateException(e);
        }
    }
}
