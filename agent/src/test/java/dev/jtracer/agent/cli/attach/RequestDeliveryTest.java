// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.agent.control.AttachReplies;
import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.control.RequestFile;
import dev.jtracer.agent.control.RequestProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import jdk.internal.vm.VMSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delivers requests to this JVM itself, whose agent properties execute them. */
class RequestDeliveryTest {
    private static final AttachRequest STATUS = new AttachRequest("5f", "status", "");
    private static final AttachRequest OTHER = new AttachRequest("60", "reset", "");
    private static final long OWN = ProcessHandle.current().pid();
    private static final int NOBODY = 65_534;

    private final List<AttachRequest> executed = new ArrayList<>();
    private final Path directory;

    private final RequestProperties installed;

    RequestDeliveryTest(@TempDir Path directory) throws IOException {
        this.directory = directory.toRealPath();
        AttachReplies replies = AttachReplies.ofThisJvm();
        installed = requireNonNull(RequestProperties.install(
                this.directory,
                request -> {
                    executed.add(request);
                    replies.reply(request, Reply.done("did " + request.command()), line -> {});
                },
                problem -> {}));
    }

    /** An attachment to this JVM; the first readings return what the test has prepared. */
    private static class OwnAttachment implements Attachment {
        private final Deque<Properties> prepared = new ArrayDeque<>();

        OwnAttachment(Properties... prepared) {
            this.prepared.addAll(List.of(prepared));
        }

        @Override
        public void loadAgent(Path jar, String arguments) {
            throw new AssertionError("loads the agent");
        }

        @Override
        public Properties agentProperties() {
            return prepared.isEmpty() ? copy() : prepared.remove();
        }

        @Override
        public void close() {}

        static Properties copy() {
            Properties copy = new Properties();
            Properties source = VMSupport.getAgentProperties();
            for (String name : source.stringPropertyNames()) {
                copy.setProperty(name, source.getProperty(name));
            }
            return copy;
        }
    }

    @BeforeEach
    void forget() {
        Properties properties = VMSupport.getAgentProperties();
        properties.remove("jtracer.reply." + STATUS.nonce());
        properties.remove("jtracer.reply." + OTHER.nonce());
    }

    @AfterEach
    void uninstall() {
        installed.uninstall();
    }

    @Test
    void request_isExecutedAndItsFileDeleted() throws Exception {
        assertThat(new RequestDelivery(OWN, new OwnAttachment()).deliver(STATUS).text())
                .isEqualTo("did status");

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void processThatEndsMeanwhile_leavesNoFile() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        Properties properties = OwnAttachment.copy();
        Path file = directory.resolve("jtracer-" + process.pid() + "-ab.request");
        properties.setProperty("jtracer.request", file.toString());
        OwnAttachment attachment = new OwnAttachment(properties) {
            private boolean isRead;

            @Override
            public Properties agentProperties() {
                if (!isRead) {
                    isRead = true;
                    return super.agentProperties();
                }
                assertThat(file).exists();
                // Its end is waited for: /proc/PID/root is there until then.
                process.destroyForcibly().onExit().join();
                throw new UncheckedIOException(new IOException("the process has ended"));
            }
        };

        assertThatThrownBy(() -> new RequestDelivery(process.pid(), attachment).deliver(STATUS))
                .hasMessageContaining("the process has ended");

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void targetJvm_saysHowARequestReachedIt() throws Exception {
        AttachReplies replies = AttachReplies.ofThisJvm();
        replies.announce();
        Properties withoutFile = OwnAttachment.copy();
        withoutFile.remove("jtracer.request");
        OwnAttachment loading = new OwnAttachment(withoutFile, withoutFile) {
            @Override
            public void loadAgent(Path jar, String arguments) {
                replies.reply(AttachRequest.parse(arguments), Reply.done("did it when loaded"), line -> {});
            }
        };
        Path jar = directory.resolve("tracer.jar");

        try (TargetJvm target = new TargetJvm(OWN, jar, new OwnAttachment())) {
            assertThat(target.command(STATUS)).isEqualTo("did status");
            assertThat(target.loadsAgent()).isFalse();
        }
        try (TargetJvm target = new TargetJvm(OWN, jar, loading)) {
            assertThat(target.command(STATUS)).isEqualTo("did it when loaded");
            assertThat(target.loadsAgent()).isTrue();
            assertThat(target.command(STATUS)).isEqualTo("did status");
            assertThat(target.loadsAgent()).isFalse();
        } finally {
            replies.withdraw();
        }
    }

    @Test
    void fileOfAnotherTool_isWaitedFor() throws Exception {
        Path taken = requireNonNull(RequestFile.announced(OwnAttachment.copy()));
        byte[] complete = RequestFile.content(OTHER);
        Files.write(taken, new byte[] {complete[0]});
        OwnAttachment attachment = new OwnAttachment() {
            private int readings;

            @Override
            public Properties agentProperties() {
                // The other tool writes the rest of its request while this one waits.
                if (++readings == 3) {
                    write(taken, complete);
                }
                return super.agentProperties();
            }
        };

        assertThat(new RequestDelivery(OWN, attachment).deliver(STATUS).isDone())
                .isTrue();

        assertThat(executed).containsExactly(OTHER, STATUS);
    }

    @Test
    void nameThatAnotherToolHasUsedMeanwhile_isAbandoned() throws Exception {
        Properties stale = OwnAttachment.copy();
        Files.write(requireNonNull(RequestFile.announced(stale)), RequestFile.content(OTHER));
        OwnAttachment.copy();

        assertThat(new RequestDelivery(OWN, new OwnAttachment(stale))
                        .deliver(STATUS)
                        .isDone())
                .isTrue();

        assertThat(executed).containsExactly(OTHER, STATUS);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void processOfAnotherUser_choosesNoFile() throws Exception {
        Process process = processOfAnotherUser();
        try {
            assertThatThrownBy(() -> new RequestDelivery(process.pid(), new OwnAttachment()).deliver(STATUS))
                    .isInstanceOf(RequestDelivery.UndeliveredException.class)
                    .hasMessage("the process belongs to another user");
        } finally {
            process.destroyForcibly();
        }

        assertThat(executed).isEmpty();
    }

    private static Process processOfAnotherUser() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may start a process as another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "this system has no setpriv");
        Process process = new ProcessBuilder(
                        "/usr/bin/setpriv", "--reuid=" + NOBODY, "--clear-groups", "sh", "-c", "echo up; exec sleep 60")
                .start();
        assertThat(process.inputReader().readLine()).isEqualTo("up");
        return process;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "victim",
                "jtracer-1-ab.request.sh",
                "jtracer-1-.request",
                "jtracer-x-ab.request",
                "jtracer-1-ag.request",
                "inner/../jtracer-1-ab.request",
                "link/jtracer-1-ab.request",
                "jtracer-1-ab\0.request"
            })
    void fileThatNoTracerAnnounces_isNotCreated(String name) throws IOException {
        Path inner = Files.createDirectory(directory.resolve("inner"));
        Files.createSymbolicLink(directory.resolve("link"), inner);

        refuse(directory + "/" + name);

        assertThat(inner).isEmptyDirectory();
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void relativeFile_isNotCreated() {
        refuse("jtracer-1-ab.request");
    }

    private static void refuse(String announced) {
        Properties properties = new Properties();
        properties.setProperty("jtracer.request", announced);
        // There is no second reading: the file would be there meanwhile.
        OwnAttachment attachment = new OwnAttachment(properties) {
            private boolean read;

            @Override
            public Properties agentProperties() {
                assertThat(read).isFalse();
                read = true;
                return super.agentProperties();
            }
        };

        assertThatThrownBy(() -> new RequestDelivery(OWN, attachment).deliver(STATUS))
                .isInstanceOf(RequestDelivery.UndeliveredException.class);
    }

    private static void write(Path file, byte[] content) {
        try {
            Files.write(file, content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
