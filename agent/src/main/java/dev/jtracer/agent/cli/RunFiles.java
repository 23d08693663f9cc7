// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The files that a program has written under an output's name since the creation of this object. */
final class RunFiles {
    private final String pattern;
    private final Path directory;
    private final Map<Path, FileTime> before;

    /** @param output pattern of the output's name, with {@code %p %t %n %s %h} in the file's name */
    RunFiles(String output) {
        Path path = Path.of(output).toAbsolutePath().normalize();
        this.pattern = String.valueOf(path.getFileName());
        this.directory = path.resolveSibling("");
        this.before = times();
    }

    /**
     * Returns the new or changed files of a process: its traces, and recordings that are still there, the shortest
     * name first.
     */
    List<Path> of(long pid) {
        Pattern names = names(pid);
        List<Path> files = new ArrayList<>();
        for (Map.Entry<Path, FileTime> file : times().entrySet()) {
            String name = String.valueOf(file.getKey().getFileName());
            if (!file.getValue().equals(before.get(file.getKey()))
                    && names.matcher(name).matches()) {
                files.add(file.getKey());
            }
        }
        files.sort(Comparator.comparingInt((Path file) -> file.toString().length())
                .thenComparing(Comparator.naturalOrder()));
        return files;
    }

    private Map<Path, FileTime> times() {
        Map<Path, FileTime> times = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                put(file, times);
            }
        } catch (IOException | DirectoryIteratorException missing) {
            // The agent reports a directory that it cannot use.
        }
        return times;
    }

    private static void put(Path file, Map<Path, FileTime> times) {
        try {
            times.put(file, Files.getLastModifiedTime(file));
        } catch (IOException removed) {
            // Another program may remove its file between the listing and the reading.
        }
    }

    /**
     * Returns the names that the agent may give: with a number if a name was taken, in parts, or still a recording.
     */
    private Pattern names(long pid) {
        int end = extension();
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < end; i++) {
            char c = pattern.charAt(i);
            if (c != '%' || i + 1 == end) {
                regex.append(Pattern.quote(String.valueOf(c)));
                continue;
            }
            switch (pattern.charAt(++i)) {
                case 'p' -> regex.append(pid);
                case '%' -> regex.append('%');
                case 's', 'h' -> regex.append("[A-Za-z0-9._-]+");
                default -> regex.append("[0-9-]+");
            }
        }
        return Pattern.compile(
                regex + "(-[0-9]+)?((\\.part[0-9]+)?" + Pattern.quote(pattern.substring(end)) + "|\\.jtr(\\.[0-9]+)?)");
    }

    private int extension() {
        int end = pattern.endsWith(".gz") ? pattern.lastIndexOf('.') : pattern.length();
        return pattern.lastIndexOf('.', end - 1);
    }
}
