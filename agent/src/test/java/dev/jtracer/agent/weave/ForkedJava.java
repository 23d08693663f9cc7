// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Runs a main class of the tests in a JVM of its own, which verifies all bytecode. */
final class ForkedJava {
    private ForkedJava() {}

    /** The home of this JVM, and of a JDK 25 if there is one. */
    static Stream<Path> homes() {
        Path own = Path.of(System.getProperty("java.home"));
        return Stream.concat(Stream.of(own), java25().stream()).distinct();
    }

    /** A JDK 25 beside this JVM, if there is one. */
    static java.util.Optional<Path> java25() {
        Path own = Path.of(System.getProperty("java.home"));
        try (Stream<Path> beside = Files.list(own.toAbsolutePath().getParent())) {
            return beside.filter(home -> home.getFileName().toString().contains("25"))
                    .filter(home -> Files.isExecutable(home.resolve("bin/java")))
                    .findFirst();
        } catch (IOException e) {
            return java.util.Optional.empty();
        }
    }

    /** Runs a main class and returns its standard output. Fails unless it exits with 0. */
    static String run(Path home, List<String> options, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        Path errors = Files.createTempFile("jtracer-fork", ".err");
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/java").toString());
        command.addAll(List.of("-Xverify:all", "-Xshare:off", "-cp", System.getProperty("java.class.path")));
        // As the agent exports them at the start.
        command.addAll(List.of("--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new AssertionError("exit " + exit + "\n" + output + Files.readString(errors));
        }
        Files.delete(errors);
        return output;
    }

    /** Writes an agent jar with a manifest and with the tests' recorder for the bootstrap loader. */
    static Path agentJar(Path directory, Class<?> agent) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", agent.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        attributes.putValue("Boot-Class-Path", "agent.jar");
        Path jar = directory.resolve("agent.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new JarEntry(WovenClasses.RECORDER.replace('.', '/') + ".class"));
            out.write(WovenClasses.recorder());
            out.closeEntry();
        }
        return jar;
    }
}
