// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.agent.thread.CpuTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table of a traced JVM's figures that is renewed until the user or the JVM ends it. */
final class LiveTable {
    private static final String KEYS = "\nsort by: s self  t total  c calls  p p99  n name     q quit";

    private final Options options;
    private final PrintStream out;
    private final FrameText text;
    private final InputStream in;
    private TopOrder order;
    private @Nullable LiveSnapshot before;
    private Optional<CpuTime> cpuBefore = Optional.empty();
    private long cpuReadNanos;

    /**
     * The options of a table.
     *
     * @param intervalNanos time from one frame to the next
     * @param most rows of each table
     * @param once whether to end after the first frame with the figures of a whole interval
     * @param json whether each frame is a JSON object on a line
     * @param fullNames whether names are printed with their packages
     */
    record Options(long intervalNanos, int most, TopOrder order, boolean once, boolean json, boolean fullNames) {}

    /**
     * @param terminal receives the frames
     * @param in keys, if it is a terminal
     */
    LiveTable(Options options, Terminal terminal, InputStream in) {
        this.options = options;
        this.out = terminal.out();
        this.text = new FrameText(options.fullNames(), terminal.styles());
        this.in = in;
        this.order = options.order();
    }

    /** Shows frame after frame until the user ends it, or only one. */
    void show(LiveFigures figures) throws IOException, CommandException, InterruptedException {
        if (options.once()) {
            frame(figures);
            Thread.sleep(options.intervalNanos() / 1_000_000);
            print(frame(figures));
            return;
        }
        try (Screen screen = options.json() ? null : Screen.open(out, in)) {
            if (screen == null) {
                repeat(figures);
            } else {
                repeat(figures, screen);
            }
        }
    }

    private void repeat(LiveFigures figures) throws IOException, CommandException, InterruptedException {
        print(frame(figures));
        while (!out.checkError()) { // the reader of a pipe may go
            Thread.sleep(figures.intervalNanos(options.intervalNanos()) / 1_000_000);
            print(frame(figures));
        }
    }

    private void print(Frame frame) {
        if (options.json()) {
            out.println(FrameJson.of(frame, order));
        } else {
            out.println(text.text(frame, order, options.most(), 0));
        }
    }

    private void repeat(LiveFigures figures, Screen screen) throws IOException, CommandException, InterruptedException {
        while (true) {
            long start = System.nanoTime();
            Frame frame = frame(figures);
            long next = start + figures.intervalNanos(options.intervalNanos());
            screen.measure();
            while (true) {
                screen.show(text.text(frame, order, options.most(), screen.lines()) + KEYS);
                int key = screen.key(next);
                if (key == 'q' || key == 'Q') {
                    return;
                }
                if (key < 0) {
                    break;
                }
                order = TopOrder.ofKey(key).orElse(order);
            }
        }
    }

    private Frame frame(LiveFigures figures) throws IOException, CommandException, InterruptedException {
        LiveSnapshot snapshot = figures.next();
        Optional<CpuTime> cpu = CpuTime.of(Path.of("/proc", Long.toString(figures.pid())));
        long now = System.nanoTime();
        Optional<CpuTime> spent = cpuBefore.isEmpty() || cpu.isEmpty()
                ? Optional.empty()
                : Optional.of(cpu.get().since(cpuBefore.get()));
        Frame frame = new Frame(figures.pid(), Window.between(before, snapshot), spent, now - cpuReadNanos);
        before = snapshot;
        cpuBefore = cpu;
        cpuReadNanos = now;
        return frame;
    }
}
