// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.config.Platform;
import dev.jtracer.engine.text.Styles;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The terminal of this process while it shows a table: keys arrive one by one, and are not echoed. */
final class Screen implements Closeable {
    /* Java has no access to the terminal's settings. stty is part of every Unix, runs in a few milliseconds, and
     * inherits this process's stdin, so it changes the terminal that the user sits at. Signals stay as they are:
     * Ctrl-C ends the process, and the hook restores the settings. */
    private static final String IS_TERMINAL = "[ -t 0 ] && [ -t 1 ] && { stty -g; stty size; } >&2";
    private static final String KEY_BY_KEY = "stty -icanon -echo min 1 time 0";

    private static final String OTHER_SCREEN = "\u001b[?1049h\u001b[?25l";
    private static final String OWN_SCREEN = "\u001b[?25h\u001b[?1049l";
    private static final String TOP_LEFT = "\u001b[H";
    private static final String TO_END_OF_LINE = "\u001b[K";
    private static final String TO_END = "\u001b[J";
    private static final long PAUSE_MILLIS = 20;

    private final PrintStream out;
    private final InputStream in;
    private final String settings;
    private final Thread atExit = new Thread(this::restore, "jtracer-top-screen");
    private boolean restored;
    private int lines;
    private int columns;

    private Screen(PrintStream out, InputStream in, String settings, int lines, int columns) {
        this.out = out;
        this.in = in;
        this.settings = settings;
        this.lines = lines;
        this.columns = columns;
    }

    /** Takes the terminal; returns null if stdin or stdout is none, or the system has no stty. */
    static @Nullable Screen open(PrintStream out, InputStream in) throws InterruptedException {
        // An sh of Windows, as Git brings one, has no access to the console.
        List<String> words = Platform.current() == Platform.WINDOWS ? List.of() : shell(IS_TERMINAL);
        if (words.size() != 3) {
            return null;
        }
        Screen screen = new Screen(out, in, words.get(0), number(words.get(1)), number(words.get(2)));
        Runtime.getRuntime().addShutdownHook(screen.atExit);
        shell(KEY_BY_KEY);
        out.print(OTHER_SCREEN);
        out.flush();
        return screen;
    }

    /** Returns the terminal's lines, according to the last {@link #show}. */
    int lines() {
        return lines;
    }

    /** Replaces what is shown. Lines are cut at the terminal's width. */
    void show(String text) throws InterruptedException {
        out.print(text.lines()
                .limit(lines)
                .map(line -> Styles.cut(line, columns) + TO_END_OF_LINE)
                .collect(Collectors.joining("\r\n", TOP_LEFT, TO_END)));
        out.flush();
    }

    /** Notices a change of the terminal's size. */
    void measure() throws InterruptedException {
        List<String> words = shell("stty size >&2");
        if (words.size() == 2) {
            lines = number(words.get(0));
            columns = number(words.get(1));
        }
    }

    /** Returns the next key if one is pressed before a deadline of {@link System#nanoTime}; -1 if none is. */
    int key(long deadline) throws IOException, InterruptedException {
        while (System.nanoTime() - deadline < 0) {
            if (in.available() > 0) {
                return in.read();
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return -1;
    }

    private synchronized void restore() {
        if (restored) {
            return;
        }
        restored = true;
        out.print(OWN_SCREEN);
        out.flush();
        try {
            shell("stty " + settings);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        restore();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            return number > 0 ? number : 80; // a terminal of unknown size
        } catch (NumberFormatException unknown) {
            return 80;
        }
    }

    /** Runs a command on this process's stdin and stdout. Returns the words on its stderr; none if it fails. */
    private static List<String> shell(String command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder("sh", "-c", command)
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String told = new String(process.getErrorStream().readAllBytes(), StandardCharsets.US_ASCII);
            return process.waitFor() == 0 ? List.of(told.strip().split("\\s+", -1)) : List.of();
        } catch (IOException noShell) {
            return List.of();
        }
    }
}
