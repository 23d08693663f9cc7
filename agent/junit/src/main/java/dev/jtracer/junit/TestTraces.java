// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.junit;

import dev.jtracer.Tracer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The failed and slow tests of a run, whose traces are cut out of its recording when the last test has ended: {@code
 * tests.jtr} gives {@code tests/com.acme.OrderTest.lists[2].json}, with all threads from the test's begin to its end.
 *
 * <p>The command {@code cut} does it in a process of its own, for the memory of the tests' JVM is the tests'.
 */
final class TestTraces implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    /** A run in which everything fails needs no thousand traces. */
    private static final int MOST = 32;

    private static final long CUT_SECONDS = 60;
    private static final String RECORDING = ".jtr";
    private static final int MOST_BYTES_OF_NAME = 200;
    private static final Pattern SLOW = Pattern.compile("(\\d{1,9})(ms|s)");

    private static final List<String> KEEP = List.of("failed", "all", "none");

    /** The files of this JVM: when a build runs failed tests again, those of their first run stay. */
    private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

    /** A test in the recording, from whose begin its times count. */
    private record Window(String recording, long beginNanos, long endNanos) {}

    private final String keep;
    private final long slowNanos;

    /** By file to write. Guarded by the monitor, as are all other fields. */
    private final Map<Path, Window> windows = new LinkedHashMap<>();

    private int dropped;
    private boolean toldOfFormat;

    private TestTraces(String keep, long slowNanos) {
        this.keep = keep;
        this.slowNanos = slowNanos;
    }

    /** @param parameters JUnit's configuration parameters by key */
    static TestTraces of(Function<String, Optional<String>> parameters) {
        String keep = parameters.apply("jtracer.test.keep").orElse(KEEP.get(0));
        if (!KEEP.contains(keep)) {
            say("jtracer.test.keep is '" + keep + "'; use failed, all or none");
            keep = KEEP.get(0);
        }
        String slow = parameters.apply("jtracer.test.slow").orElse("");
        Matcher duration = SLOW.matcher(slow);
        if (duration.matches()) {
            long unit = duration.group(2).equals("s") ? 1_000_000_000L : 1_000_000L;
            return new TestTraces(keep, Long.parseLong(duration.group(1)) * unit);
        }
        if (!slow.isEmpty()) {
            say("jtracer.test.slow is '" + slow + "'; write for example 500ms or 2s");
        }
        return new TestTraces(keep, Long.MAX_VALUE);
    }

    /** Adds a test that has ended. Returns the file that its trace will have; null if it has none. */
    synchronized @Nullable Path add(String test, long beginNanos, long endNanos, boolean failed) {
        String recording = Tracer.recording();
        boolean kept = keep.equals("all") || failed && keep.equals("failed") || endNanos - beginNanos >= slowNanos;
        if (recording == null || !kept) {
            return null;
        }
        if (!recording.endsWith(RECORDING)) {
            if (!toldOfFormat) {
                say("failed and slow tests have no traces of their own; write output=NAME.jtr instead of '" + recording
                        + "'");
                toldOfFormat = true;
            }
            return null;
        }
        if (windows.size() >= MOST) {
            dropped++;
            return null;
        }
        Path directory = Path.of(recording.substring(0, recording.length() - RECORDING.length()));
        String name = fileName(test);
        Path file = directory.resolve(name + ".json");
        for (int run = 2; !TAKEN.add(file); run++) {
            file = directory.resolve(name + ".run" + run + ".json");
        }
        windows.put(file, new Window(recording, beginNanos, endNanos));
        return file;
    }

    /** Returns the name of a test's file: short enough, and in characters that the file system can encode. */
    private static String fileName(String test) {
        CharBuffer name = CharBuffer.wrap(test.replaceAll("[^\\p{L}\\p{N}_.$\\[\\]-]", "_"));
        StandardCharsets.UTF_8.newEncoder().encode(name, ByteBuffer.allocate(MOST_BYTES_OF_NAME), true);
        String encoded = name.flip().toString();
        try {
            return Path.of(encoded).toString();
        } catch (InvalidPathException e) {
            return encoded.replaceAll("[^\\p{ASCII}]", "_");
        }
    }

    /** Cuts the traces, while the recording goes on for the tests of other plans. */
    @Override
    public synchronized void close() {
        String jar = Tracer.jar();
        if (windows.isEmpty() || jar == null) {
            return;
        }
        int written = 0;
        for (Map.Entry<Path, Window> test : windows.entrySet()) {
            String failure = cut(jar, test.getKey(), test.getValue());
            if (failure.isEmpty()) {
                written++;
            } else {
                say("no trace '" + test.getKey() + "' (" + failure + ")");
            }
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        Path directory = windows.keySet().iterator().next().getParent();
        say(written + (written == 1 ? " trace of a test in '" : " traces of tests in '") + directory + "'"
                + (dropped > 0 ? "; " + dropped + " more tests failed or were slow: cut them from the recording" : ""));
    }

    /** Cuts a trace out of its recording. Returns why not; empty if it is written. */
    private static String cut(String jar, Path file, Window window) {
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file); // of an earlier run
            ProcessBuilder command = new ProcessBuilder(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-jar",
                    jar,
                    "cut",
                    window.recording(),
                    "--from",
                    window.beginNanos() + "ns",
                    "--to",
                    window.endNanos() + "ns",
                    "-o",
                    file.toString()));
            // The tests' own options would trace, debug or cover the command.
            command.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
            Path output = Files.createTempFile("jtracer-cut", ".txt");
            try {
                Process process = command.redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
                try {
                    if (!process.waitFor(CUT_SECONDS, TimeUnit.SECONDS)) {
                        return "it takes longer than " + CUT_SECONDS + " s";
                    }
                } finally {
                    process.destroyForcibly();
                }
                return process.exitValue() == 0
                        ? ""
                        : new String(Files.readAllBytes(output), Charset.defaultCharset()).strip();
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    static void say(String line) {
        System.err.println("TRACER " + line);
    }
}
