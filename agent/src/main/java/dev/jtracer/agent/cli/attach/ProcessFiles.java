// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** The files of another process, which may run in a container. */
final class ProcessFiles {
    private static final Path PROC = Path.of("/proc");

    private ProcessFiles() {}

    /** Returns whether this system shows processes as files, as Linux does. */
    static boolean areVisible() {
        return Files.isDirectory(PROC.resolve("self"));
    }

    /**
     * Returns whether a process belongs to the user of this command. Root's commands reach other users' processes
     * too, which must not choose files for root to write.
     */
    static boolean isOwn(long pid) {
        if (areVisible()) {
            try {
                return Files.getOwner(PROC.resolve(Long.toString(pid))).equals(Files.getOwner(PROC.resolve("self")));
            } catch (IOException ended) {
                return false;
            }
        }
        Optional<String> owner =
                ProcessHandle.of(pid).flatMap(process -> process.info().user());
        return owner.isPresent() && owner.equals(ProcessHandle.current().info().user());
    }

    /** Returns whether a file, as this command reaches it, belongs to the user of a process. */
    static boolean isOwnedByUserOf(long pid, Path file) throws IOException {
        return !areVisible()
                || Files.getOwner(file, LinkOption.NOFOLLOW_LINKS)
                        .equals(Files.getOwner(PROC.resolve(Long.toString(pid))));
    }

    /** Returns whether a symbolic link is in a path of a process, which may lead out of its container. */
    static boolean hasLink(long pid, Path path) {
        for (Path part = path; part != null && part.getFileName() != null; part = part.getParent()) {
            if (Files.isSymbolicLink(inside(pid, part))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the path by which this command reaches an absolute path of a process. */
    static Path inside(long pid, Path path) {
        Path root = PROC.resolve(Long.toString(pid)).resolve("root");
        Path ownRoot = path.getRoot();
        return ownRoot != null && Files.isReadable(root) ? root.resolve(ownRoot.relativize(path)) : path;
    }
}
