// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

class PremainIT {
    /* Loading one of them fixes the log manager before an application server can choose its own. */
    private static final Pattern TOO_EARLY = Pattern.compile(
            "(java\\.util\\.logging|java\\.lang\\.management|javax\\.management|sun\\.management)\\..*");

    /* Columns of /proc/net/tcp and the like, and of /proc/net/unix. */
    private static final int INODE_OF_IP = 9;
    private static final int INODE_OF_UNIX = 6;
    private static final int FLAGS_OF_UNIX = 3;
    private static final String LISTENING = "00010000";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void premain_loadsNeitherLoggingNorManagement() throws IOException {
        Path log = jvms.newDirectory("log").resolve("loaded.txt");
        jvms.app(HelloCalls.class)
                .jvm("-Xlog:class+load:file=" + log + ":none")
                .agent("include=dev.jtracer.examples.hello")
                .run();

        List<String> loaded = Files.readAllLines(log).stream()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();

        List<String> beforeMain = loaded.subList(0, loaded.indexOf(HelloCalls.class.getName()));
        assertThat(beforeMain).contains("dev.jtracer.AgentMain");
        assertThat(beforeMain.stream().filter(TOO_EARLY.asMatchPredicate())).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void agent_opensNoSocket() throws IOException {
        JvmProcess app =
                jvms.app(Stepper.class).agent("include=dev.jtracer.it.app").start();
        app.awaitStdout("ready");
        app.send("jmx stop");
        app.awaitStdout("1 ok");

        Set<String> own = socketInodes(app.pid());
        // The JDK's file channels keep one end of a closed socket pair, which is in neither of these lists.
        for (String protocol : new String[] {"tcp", "tcp6", "udp", "udp6", "raw", "raw6"}) {
            assertThat(sockets(app.pid(), protocol).map(columns -> columns[INODE_OF_IP]))
                    .as(protocol)
                    .noneMatch(own::contains);
        }
        assertThat(sockets(app.pid(), "unix")
                        .filter(columns -> own.contains(columns[INODE_OF_UNIX]))
                        .map(columns -> columns[FLAGS_OF_UNIX]))
                .noneMatch(LISTENING::equals);
    }

    private static Stream<String[]> sockets(long pid, String protocol) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "net", protocol)).stream()
                .skip(1)
                .map(line -> line.trim().split("\\s+"));
    }

    private static Set<String> socketInodes(long pid) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return descriptors
                    .map(PremainIT::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring("socket:[".length(), target.length() - 1))
                    .collect(Collectors.toSet());
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }
}
