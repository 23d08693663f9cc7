// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/** The tracer in a measured JVM. */
enum Flavour {
    /** No tracer. */
    UNTRACED,
    /** The floor agent: two clock readings a call. */
    FLOOR,
    /** jtracer, woven in and switched off. */
    OFF,
    /** jtracer recording all calls, the recording kept on disk. */
    ON,
    /** JDK Flight Recorder's method tracing without stack traces, the recording kept on disk. Java 25 or later. */
    JFR;

    private static final int FIRST_JAVA_WITH_JFR_METHOD_TRACING = 25;

    /** Returns the flavours that the JDK under test has; all but JFR can trace a whole package by its name. */
    static List<Flavour> available() {
        List<Flavour> flavours = new ArrayList<>(Arrays.asList(values()));
        if (Jdk.feature() < FIRST_JAVA_WITH_JFR_METHOD_TRACING) {
            flavours.remove(JFR);
        }
        return flavours;
    }

    /**
     * Returns the flags for tracing all classes of a package, with the agent's options in {@code -Dbench.options}.
     *
     * @param directory where the JVM's output goes
     * @param classes all classes of the package, for the flavour that needs them one by one
     */
    List<String> flags(String packageName, List<String> classes, Path directory) throws IOException {
        String tracer = "-javaagent:" + TracerJar.path() + "=include=" + packageName + ",quiet=on,"
                + System.getProperty("bench.options", "callbacks=all") + ",output=" + directory.resolve("trace.jtr");
        return switch (this) {
            case UNTRACED -> List.of();
            case FLOOR -> List.of("-javaagent:" + floorJar(directory) + "=" + packageName);
            case OFF -> List.of(tracer + ",start=off");
            case ON -> List.of(tracer);
            case JFR ->
                List.of(
                        "-Xlog:disable", // It prints a line on stdout when it has started.
                        "-XX:StartFlightRecording:settings=" + jfrSettings(classes, directory) + ",maxsize=0,filename="
                                + directory.resolve("trace.jfr"));
        };
    }

    /* Only a manifest: the agent's class is on the class path of the measured JVM. */
    private static Path floorJar(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), FloorAgent.class.getName());
        Path jar = directory.resolve("floor.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    private static Path jfrSettings(List<String> classes, Path directory) throws IOException {
        String filter = classes.stream().collect(Collectors.joining(";"));
        return Files.writeString(directory.resolve("trace.jfc"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <configuration version="2.0">
                  <event name="jdk.MethodTrace">
                    <setting name="enabled">true</setting>
                    <setting name="stackTrace">false</setting>
                    <setting name="threshold">0 ns</setting>
                    <setting name="filter">%s</setting>
                  </event>
                </configuration>
                """.formatted(filter));
    }
}
