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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

class PremainIT {
    /* Loading one of them fixes the log manager before an application server can choose its own. */
    private static final Pattern TOO_EARLY = Pattern.compile(
            "(java\\.util\\.logging|java\\.lang\\.management|javax\\.management|sun\\.management)\\..*");

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
        assertThat(beforeMain)
                .contains("dev.jtracer.AgentMain")
                .noneMatch(name -> TOO_EARLY.matcher(name).matches());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void agent_opensNoSocket() throws IOException {
        JvmProcess app =
                jvms.app(Stepper.class).agent("include=dev.jtracer.it.app").start();
        app.awaitStdout("ready");
        app.send("jmx stop");
        app.awaitStdout("1 ok");

        assertThat(openFiles(app.pid())).isNotEmpty().noneMatch(file -> file.startsWith("socket:"));
    }

    private static List<String> openFiles(long pid) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return descriptors.map(PremainIT::target).toList();
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
