// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/**
 * Starts the JVMs of one test, each in a directory of its own. Register it as an instance field:
 *
 * <pre>
 * &#64;RegisterExtension
 * final Jvms jvms = new Jvms();
 * </pre>
 *
 * After the test it ends what still runs. It deletes the directories, unless the test failed: then it prints where
 * they are.
 */
public final class Jvms implements BeforeEachCallback, AfterEachCallback {
    private final List<JvmProcess> started = new ArrayList<>();
    private Path directory = Path.of("target", "it").toAbsolutePath();

    @Override
    public void beforeEach(ExtensionContext test) throws IOException {
        Files.createDirectories(directory);
        String name = test.getRequiredTestClass().getSimpleName() + "."
                + test.getRequiredTestMethod().getName();
        directory = Files.createTempDirectory(directory, name + "-");
    }

    @Override
    public void afterEach(ExtensionContext test) throws IOException {
        started.forEach(JvmProcess::kill);
        Optional<Throwable> failure =
                test.getExecutionException().filter(reason -> !(reason instanceof TestAbortedException));
        if (failure.isPresent()) {
            System.err.println("what the JVMs wrote is in " + directory);
        } else {
            deleteTree(directory);
        }
    }

    /** Returns a command that runs {@code main} with nothing but its own class path entry and the given arguments. */
    public JvmCommand app(Class<?> main, String... arguments) {
        return new JvmCommand(this, List.of(main.getName()), List.of(arguments)).onClassPath(main);
    }

    /** Returns a command that runs the main class of a directory of classes. */
    public JvmCommand main(Path classes, String main, String... arguments) {
        return new JvmCommand(this, List.of(main), List.of(arguments)).onClassPath(classes);
    }

    /** Returns a command that runs the main class of a module, as {@code module/class}. */
    public JvmCommand module(Path modulePath, String main) {
        return new JvmCommand(this, List.of("--module-path", modulePath.toString(), "-m", main), List.of());
    }

    /** Returns a command that runs {@code java -jar tracer.jar} with the given arguments. */
    public JvmCommand jtracer(String... arguments) {
        return new JvmCommand(this, List.of("-jar", TracerJar.path().toString()), List.of(arguments))
                .jvm(TracerJar.commandFlags().toArray(String[]::new));
    }

    /**
     * Returns a shell in a fresh directory.
     *
     * @param example any class of the class path for {@code $EXAMPLES}
     */
    public Shell shell(String directoryName, Class<?> example) {
        try {
            return new Shell(this, newDirectory(directoryName), example);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a fresh directory that lives as long as those of the JVMs. */
    public Path newDirectory(String name) throws IOException {
        return Files.createTempDirectory(directory, name + "-");
    }

    synchronized void add(JvmProcess process) {
        started.add(process);
    }

    private static void deleteTree(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(path);
            }
        }
    }
}
