// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files of another process, which may run in a container. */
public final class ProcessFiles {
    private static final Path PROC = Path.of("/proc");

    private ProcessFiles() {}

    /** Returns whether this system shows processes as files, as Linux does. */
    static boolean areVisible() {
        return Files.isDirectory(PROC.resolve("self"));
    }

    /** Returns the path by which this command reaches an absolute path of a process. */
    public static Path inside(long pid, Path path) {
        Path root = PROC.resolve(Long.toString(pid)).resolve("root");
        Path ownRoot = path.getRoot();
        return ownRoot != null && Files.isReadable(root) ? root.resolve(ownRoot.relativize(path)) : path;
    }
}
