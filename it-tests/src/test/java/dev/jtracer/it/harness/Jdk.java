// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The JDK under test: {@code jtracer.it.java.home}, by default the one that runs the tests. */
public final class Jdk {
    private static final Path HOME =
            Path.of(System.getProperty("jtracer.it.java.home", System.getProperty("java.home")));

    private Jdk() {}

    /** Returns the JDK's own directory. */
    public static Path home() {
        return HOME;
    }

    /** Returns the {@code java} launcher. */
    public static Path java() {
        return HOME.resolve("bin").resolve("java");
    }

    /** Makes a runtime image of these modules and those that they need, and returns its home. */
    public static Path link(Path image, String modules) throws IOException {
        runTool("jlink", "--add-modules", modules, "--output", image.toString());
        return image;
    }

    /** Compiles a source that uses a preview feature of this JDK. Returns the directory {@code classes}. */
    public static Path compilePreview(Path source, Path classPath, Path classes) throws IOException {
        String release = Integer.toString(feature());
        runTool(
                "javac",
                "-g",
                "--enable-preview",
                "--release",
                release,
                "-cp",
                classPath.toString(),
                "-d",
                classes.toString(),
                source.toString());
        return classes;
    }

    /** Runs a tool of the JDK. Fails with its output unless it exits with 0. */
    static void runTool(String name, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(HOME.resolve("bin").resolve(name).toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new AssertionError(said);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the feature version, for example 17, from the JDK's {@code release} file. */
    public static int feature() {
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(HOME.resolve("release"))) {
            release.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("no JDK in jtracer.it.java.home '" + HOME + "'", e);
        }
        String version = release.getProperty("JAVA_VERSION").replace("\"", "");
        return Runtime.Version.parse(version).feature();
    }
}
