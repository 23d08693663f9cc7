// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.app.PretendedJava;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A JVM that the tracer does not support prints one line and runs its application; it must not abort. */
class OlderJavaIT {
    private static final int CLASS_VERSION = 6;
    private static final int JAVA_8 = 52;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void entryPoint_isAClassFileOfJava8() throws IOException {
        try (JarFile jar = new JarFile(TracerJar.path().toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            for (String entry : new String[] {"Premain-Class", "Agent-Class", "Main-Class"}) {
                assertThat(classVersion(jar, manifest.getValue(entry)))
                        .as(entry)
                        .isEqualTo(JAVA_8);
            }
            assertThat(classVersion(jar, "dev.jtracer.StartupChecks")).isEqualTo(JAVA_8);
        }
    }

    private static int classVersion(JarFile jar, String className) throws IOException {
        try (InputStream file = jar.getInputStream(jar.getEntry(className.replace('.', '/') + ".class"))) {
            byte[] head = file.readNBytes(CLASS_VERSION + 2);
            return (head[CLASS_VERSION] & 0xFF) << Byte.SIZE | head[CLASS_VERSION + 1] & 0xFF;
        }
    }

    @Test
    void application_startsUntracedAndIsToldWhy() throws IOException {
        Path log = jvms.newDirectory("log").resolve("loaded.txt");
        JvmCommand app = jvms.app(HelloCalls.class)
                .jvm(pretend("11"), "-Xlog:class+load:file=" + log + ":none")
                .agent("include=dev.jtracer.examples.hello");

        JvmResult traced = app.run();

        // An older JVM could not load any other class of the tracer.
        assertThat(Files.readAllLines(log).stream()
                        .map(line -> line.substring(0, line.indexOf(' ')))
                        .filter(name -> name.matches("dev\\.jtracer\\.(\\w+|bootstrap\\..*|agent\\..*)")))
                .containsExactly("dev.jtracer.AgentMain", "dev.jtracer.StartupChecks");
        assertSameBehaviour(traced, app.runUntraced());
        assertThat(traced.exitCode()).isZero();
        assertThat(traced.tracerLines())
                .containsExactly("TRACER tracing is off: this JVM is Java 11.0.2; run the application with Java 17 or"
                        + " later, or omit -javaagent:tracer.jar");
    }

    @Test
    void commandLine_saysWhichJavaItNeeds() throws IOException {
        JvmResult result = jvms.jtracer("status", "1")
                .env("JDK_JAVA_OPTIONS", pretend("1.8"))
                .run();

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.stderr().lines().filter(line -> !line.startsWith("NOTE: ")))
                .containsExactly("this is Java 1.8.0.2; run java -jar tracer.jar with Java 17 or later");
    }

    private String pretend(String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", PretendedJava.class.getName());
        manifest.getMainAttributes()
                .putValue(
                        "Boot-Class-Path",
                        PretendedJava.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath());
        Path jar = jvms.newDirectory("agent").resolve("pretend.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return "-javaagent:" + jar + "=" + version;
    }
}
