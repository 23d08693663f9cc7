// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import dev.jtracer.agent.config.Platform;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.engine.text.ByteText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The files of a recording with their sizes, as lines that end with the command to read them. */
public final class WrittenFiles {
    /** More files than this are one line. */
    private static final int MOST_LINES = 5;

    private final Path jar;
    private final Map<Path, Long> sizes = new LinkedHashMap<>();

    public WrittenFiles(Path jar) {
        this.jar = jar;
    }

    public void add(Path file, long bytes) {
        sizes.put(file, bytes);
    }

    /** Prints the lines; nothing if there are no files. */
    public void print(PrintStream out) {
        if (sizes.isEmpty()) {
            return;
        }
        List<Path> files = List.copyOf(sizes.keySet());
        if (files.size() > MOST_LINES) {
            long bytes = sizes.values().stream().mapToLong(Long::longValue).sum();
            out.println(files.get(0) + " to " + files.get(files.size() - 1).getFileName() + "  " + files.size()
                    + " files  " + ByteText.of(bytes));
        } else {
            sizes.forEach((file, bytes) -> out.println(file + "  " + ByteText.of(bytes)));
        }
        out.println("read with: java -jar " + ShellWord.quote(jar) + " report " + words(files));
    }

    /**
     * Returns files as words of a shell: a pattern that matches these files alone; else the first file and a pattern,
     * as for {@code trace.json trace.part*.json}; else each file.
     */
    static String words(List<Path> files) {
        if (files.size() > 1) {
            String all = pattern(files);
            if (all != null) {
                return all;
            }
            String rest = files.size() > 2 ? pattern(files.subList(1, files.size())) : null;
            if (rest != null) {
                return ShellWord.quote(files.get(0)) + " " + rest;
            }
        }
        return files.stream().map(ShellWord::quote).collect(Collectors.joining(" "));
    }

    /** Returns the pattern that matches these files and no other in their directory; null if there is none. */
    private static @Nullable String pattern(List<Path> files) {
        Path directory = files.get(0).resolveSibling("");
        Set<String> names = new TreeSet<>();
        for (Path file : files) {
            if (!file.resolveSibling("").equals(directory)) {
                return null;
            }
            names.add(String.valueOf(file.getFileName()));
        }
        List<String> sorted = List.copyOf(names);
        String prefix = sorted.get(0).substring(0, commonStart(sorted.get(0), sorted.get(sorted.size() - 1)));
        String suffix = sorted.get(0).substring(sorted.get(0).length() - commonEnd(sorted));
        // In trace.json and trace.part2.json the dot belongs to both.
        int shortest = names.stream().mapToInt(String::length).min().orElse(0);
        prefix = prefix.substring(0, Math.min(prefix.length(), shortest - suffix.length()));
        if (prefix.isEmpty() || !names.equals(matching(directory, prefix, suffix))) {
            return null;
        }
        // Not a path of the prefix: Windows has no name that ends with a blank.
        String first = directory.resolve(sorted.get(0)).toString();
        String begin = ShellWord.quote(
                first.substring(0, first.length() - sorted.get(0).length() + prefix.length()));
        // The java command of Windows expands patterns, but none in quotes.
        return Platform.current() == Platform.WINDOWS && begin.startsWith("\"")
                ? null
                : begin + "*" + ShellWord.quote(suffix);
    }

    private static Set<String> matching(Path directory, String prefix, String suffix) {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (name.startsWith(prefix)
                        && name.endsWith(suffix)
                        && name.length() >= prefix.length() + suffix.length()) {
                    names.add(name);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            return Set.of();
        }
        return names;
    }

    private static int commonStart(String first, String last) {
        int length = 0;
        while (length < Math.min(first.length(), last.length()) && first.charAt(length) == last.charAt(length)) {
            length++;
        }
        return length;
    }

    private static int commonEnd(List<String> names) {
        List<String> reversed = new ArrayList<>();
        names.forEach(name -> reversed.add(new StringBuilder(name).reverse().toString()));
        reversed.sort(null);
        return commonStart(reversed.get(0), reversed.get(reversed.size() - 1));
    }
}
