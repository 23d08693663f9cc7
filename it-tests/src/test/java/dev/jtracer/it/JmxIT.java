// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.jtracer.it.app.LateLogManager;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tracer's MBean: present when a client connects, and invisible before. */
class JmxIT {
    private static final String APPLICATION = "include=dev.jtracer.it.app,start=off";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(strings = {"start=on", "start=off"})
    void logManager_isTheApplicationsChoiceHoweverLate(String start) throws IOException {
        Path directory = jvms.newDirectory("services");
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve("java.lang.System$LoggerFinder"), LateLogManager.Finder.class.getName());
        JvmCommand program = jvms.app(LateLogManager.class, "1500")
                .onClassPath(directory)
                .agent("include=" + LateLogManager.class.getName() + "," + start);

        JvmResult traced = program.run();

        assertSameBehaviour(traced, program.runUntraced());
        assertThat(traced.stdout()).isEqualTo("measures true\nOwn\nDefaultDomain\ntracer false\n");
    }

    @Test
    @SuppressWarnings("BanJNDI") // the address is that of a JVM started here
    void client_findsTheTracer() throws IOException, AttachNotSupportedException, JMException {
        JvmProcess app = jvms.app(Stepper.class).agent(APPLICATION).start();
        app.awaitStdout("ready");

        try (JMXConnector connector = connect(app)) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            ObjectName tracer = tracer(server);
            assertThat(server.getAttribute(tracer, "Recording")).isEqualTo(false);
            assertThat((String) server.invoke(tracer, "start", new Object[0], new String[0]))
                    .startsWith("recording to '");
            server.invoke(tracer, "log", new Object[] {null}, new String[] {"java.lang.String"});
            assertThat(server.getAttribute(tracer, "Recording")).isEqualTo(true);
            app.send("call 10");
            app.awaitStdout("1 ok");
            assertThat((String) server.invoke(tracer, "stop", new Object[0], new String[0]))
                    .startsWith("stopped; recorded ");
        }
        app.send("exit 0");
        JvmResult result = app.awaitExit();

        assertThat(result.exitCode()).isZero();
        assertThat(result.trace().count("dev.jtracer.it.app.Stepper.step")).isEqualTo(10);
    }

    @Test
    @SuppressWarnings("BanJNDI") // the address is that of a JVM started here
    void totalsThatAreOff_areNoEmptyTable() throws IOException, AttachNotSupportedException, JMException {
        JvmProcess app = jvms.app(Stepper.class)
                .agent("include=dev.jtracer.it.app,print=tables,totals=off")
                .start();
        app.awaitStdout("ready");

        try (JMXConnector connector = connect(app)) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            ObjectName tracer = tracer(server);
            assertThatThrownBy(() -> server.getAttribute(tracer, "Totals"))
                    .rootCause()
                    .hasMessageStartingWith("totals='off' adds up nothing; read the recording: ");
            assertThat((String) server.invoke(tracer, "reset", new Object[0], new String[0]))
                    .startsWith("totals='off' adds up nothing; ");
        }
        app.send("exit 0");
        assertThat(app.awaitExit().exitCode()).isZero();
    }

    /** Connects as jconsole and jcmd PID ManagementAgent.start_local do. */
    @SuppressWarnings("BanJNDI") // the address is that of a JVM started here
    private static JMXConnector connect(JvmProcess app) throws IOException, AttachNotSupportedException {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(app.pid()));
        String address = jvm.startLocalManagementAgent();
        jvm.detach();
        return JMXConnectorFactory.connect(new JMXServiceURL(address));
    }

    private static ObjectName tracer(MBeanServerConnection server) throws JMException {
        ObjectName tracer = new ObjectName("dev.jtracer:type=Tracer");
        Await.until("the tracer in JMX", () -> server.isRegistered(tracer));
        return tracer;
    }
}
