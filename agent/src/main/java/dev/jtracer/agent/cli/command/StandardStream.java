// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The standard streams that a command writes to. */
public enum StandardStream {
    OUT(1),
    ERR(2);

    /* System.console() is not null since JDK 22 even if no stream is a terminal, and before JDK 22 only if stdin is
     * one, too. On Linux, the link of each descriptor names its file. */
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final int descriptor;

    StandardStream(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Returns whether the stream goes to a terminal. */
    public boolean isTerminal() {
        return isTerminal(DESCRIPTORS, System::console);
    }

    /* Without /proc, System.console() covers stdin and stdout together: if they are terminals, stdout is one. Nothing
     * covers stderr. */
    boolean isTerminal(Path descriptors, Supplier<@Nullable Console> jdk) {
        Path file;
        try {
            file = Files.readSymbolicLink(descriptors.resolve(Integer.toString(descriptor)));
        } catch (IOException | UnsupportedOperationException noProc) {
            Console console = this == OUT ? jdk.get() : null;
            return console != null && isTerminal(console);
        }
        return file.startsWith("/dev/pts") || file.toString().matches("/dev/(tty|console|pty).*");
    }

    /** Returns the result of {@code isTerminal} of JDK 22 and later. Before, a console was always a terminal. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException beforeJdk22) {
            return true;
        } catch (ReflectiveOperationException failed) {
            return false;
        }
    }
}
