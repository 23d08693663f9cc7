// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.agent.config.OptionException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * The pattern of file names: {@code %p} is the process id, {@code %t} the time a file starts ({@code
 * 20261121-081737}), {@code %n} its number, {@code %s} the service, {@code %h} the host, {@code %%} a percent sign.
 */
public final class OutputName {
    private static final String LETTERS = "ptnsh%";
    /* A choice: names of services and pods are shorter, and file names end at 255 bytes. */
    private static final int LONGEST_WORD = 64;

    private final String pattern;
    private final long pid;
    private final String service;
    private final String host;

    private OutputName(String pattern, long pid, String service, String host) {
        this.pattern = pattern;
        this.pid = pid;
        this.service = service;
        this.host = host;
    }

    /**
     * Checks the pattern, and that files can be created in its directory, so that the user learns of an error now and
     * not after the recording.
     *
     * @param pattern the option's value, ending with {@code .json}, {@code .json.gz} or {@code .jtr}
     * @param service name of the program; characters that a file name cannot have are replaced
     * @param host name of the machine, likewise
     */
    public static OutputName parse(String pattern, long pid, String service, String host) throws OptionException {
        for (int i = pattern.indexOf('%'); i >= 0; i = pattern.indexOf('%', i + 2)) {
            if (i + 1 == pattern.length() || LETTERS.indexOf(pattern.charAt(i + 1)) < 0) {
                throw new OptionException("output '" + pattern + "' has an unknown '"
                        + pattern.substring(i, Math.min(i + 2, pattern.length()))
                        + "'; write %p, %t, %n, %s or %h, and %% for a percent sign");
            }
        }
        OutputName name = new OutputName(pattern, pid, word(service), word(host));
        checkDirectory(pattern, name.path(1, Instant.now()));
        return name;
    }

    /**
     * Returns the absolute path of one recording's file. It may exist already; {@link OutputFile} handles that.
     *
     * @param number the file's number in this JVM, from 1
     * @param start start of the file
     */
    public Path path(int number, Instant start) throws OptionException {
        StringBuilder path = new StringBuilder();
        int i = 0;
        while (i < pattern.length()) {
            char c = pattern.charAt(i++);
            if (c != '%') {
                path.append(c);
                continue;
            }
            switch (pattern.charAt(i++)) {
                case 'p' -> path.append(pid);
                case 'n' -> path.append(number);
                case 's' -> path.append(service);
                case 'h' -> path.append(host);
                // Not before: the zone loads a hundred classes.
                case 't' -> appendTime(path, start.atZone(ZoneId.systemDefault()));
                default -> path.append('%');
            }
        }
        try {
            return Path.of(path.toString()).toAbsolutePath().normalize();
        } catch (InvalidPathException invalid) {
            throw new OptionException(
                    "output '" + pattern + "' is no file name (" + invalid.getReason() + "); change output=");
        }
    }

    /** Returns a text as a part of a file name on every system, without the directories of a path. */
    private static String word(String text) {
        StringBuilder word = new StringBuilder();
        int start = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1;
        for (int i = start; i < text.length() && word.length() < LONGEST_WORD; i++) {
            char c = text.charAt(i);
            boolean plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            word.append(plain || c == '.' || c == '-' || c == '_' ? c : '_');
        }
        return word.length() == 0 ? "unknown" : word.toString();
    }

    // Handwritten: a DateTimeFormatter would cost 10 ms of class loading before the application's main.
    private static void appendTime(StringBuilder text, ZonedDateTime time) {
        long date = (time.getYear() * 100L + time.getMonthValue()) * 100 + time.getDayOfMonth();
        int clock = (time.getHour() * 100 + time.getMinute()) * 100 + time.getSecond();
        String digits = Integer.toString(1_000_000 + clock);
        text.append(date).append('-').append(digits, 1, digits.length());
    }

    private static void checkDirectory(String pattern, Path file) throws OptionException {
        Path directory = file.getParent();
        if (directory == null || file.getFileName() == null || Files.isDirectory(file)) {
            throw new OptionException("output '" + pattern + "' is a directory; add a file name to output=");
        }
        if (!Files.exists(directory)) {
            throw unusable(directory, "does not exist; create it or change output=");
        }
        if (!Files.isDirectory(directory)) {
            throw unusable(directory, "is a file; name a directory in output=");
        }
        if (!Files.isWritable(directory)) {
            throw unusable(directory, "is not writable for this user; change its rights or output=");
        }
    }

    private static OptionException unusable(Path directory, String reason) {
        return new OptionException("output directory '" + directory + "' " + reason);
    }
}
