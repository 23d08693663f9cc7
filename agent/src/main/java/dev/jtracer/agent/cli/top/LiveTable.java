// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.cli.attach.TargetJvm;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.control.AgentCommands;
import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.agent.live.Watch;
import dev.jtracer.agent.thread.CpuTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A table of a traced JVM's figures that is renewed until the user or the JVM ends it. */
final class LiveTable {
    /* Each load of the agent leaves something in the JVM for good. */
    private static final long LOADED_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int MOST_PAUSES = 20;
    private static final long PAUSE_MILLIS = 50;
    private static final String KEYS = "\nsort by: s self  t total  c calls  p p99  n name     q quit";

    private final TargetJvm target;

    /* One for all, so that a reply replaces the one before in a JVM that keeps it. */
    private final AttachRequest request = new AttachRequest(TargetJvm.nonce(), AgentCommands.WATCH, "");

    private final Options options;
    private final PrintStream out;
    private final FrameText text;
    private final InputStream in;
    private TopOrder order;
    private @Nullable LiveSnapshot before;
    private Optional<CpuTime> cpuBefore = Optional.empty();
    private long cpuReadNanos;

    /** End of the snapshots, because the process has ended. */
    static final class EndedException extends IOException {
        private static final long serialVersionUID = 1;
    }

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
    LiveTable(TargetJvm target, Options options, Terminal terminal, InputStream in) {
        this.target = target;
        this.options = options;
        this.out = terminal.out();
        this.text = new FrameText(options.fullNames(), terminal.styles());
        this.in = in;
        this.order = options.order();
    }

    /** Shows frame after frame until the user ends it, or only one. */
    void show() throws IOException, CommandException, InterruptedException {
        if (options.once()) {
            frame();
            Thread.sleep(options.intervalNanos() / 1_000_000);
            print(frame());
            return;
        }
        try (Screen screen = options.json() ? null : Screen.open(out, in)) {
            if (screen == null) {
                repeat();
            } else {
                repeat(screen);
            }
        }
    }

    private void repeat() throws IOException, CommandException, InterruptedException {
        print(frame());
        while (!out.checkError()) { // the reader of a pipe may go
            Thread.sleep(intervalNanos() / 1_000_000);
            print(frame());
        }
    }

    private void print(Frame frame) {
        if (options.json()) {
            out.println(FrameJson.of(frame, order));
        } else {
            out.println(text.text(frame, order, options.most(), 0));
        }
    }

    private void repeat(Screen screen) throws IOException, CommandException, InterruptedException {
        while (true) {
            long start = System.nanoTime();
            Frame frame = frame();
            long next = start + intervalNanos();
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

    private Frame frame() throws IOException, CommandException, InterruptedException {
        LiveSnapshot snapshot = next();
        Optional<CpuTime> cpu = CpuTime.of(Path.of("/proc", Long.toString(target.pid())));
        long now = System.nanoTime();
        Optional<CpuTime> spent = cpuBefore.isEmpty() || cpu.isEmpty()
                ? Optional.empty()
                : Optional.of(cpu.get().since(cpuBefore.get()));
        Frame frame = new Frame(target.pid(), Window.between(before, snapshot), spent, now - cpuReadNanos);
        before = snapshot;
        cpuBefore = cpu;
        cpuReadNanos = now;
        return frame;
    }

    /** Returns the time from one request to the next, longer than wanted where each request loads the agent. */
    private long intervalNanos() {
        return target.loadsAgent() ? Math.max(options.intervalNanos(), LOADED_NANOS) : options.intervalNanos();
    }

    /** Returns the next snapshot, that of the moment after the call. */
    private LiveSnapshot next() throws IOException, CommandException, InterruptedException {
        try {
            String reply = target.command(request);
            for (long millis = Watch.early(reply); millis > 0; millis = Watch.early(reply)) {
                Thread.sleep(millis);
                reply = target.command(request);
            }
            return Watch.snapshot(reply);
        } catch (IOException | CommandException failure) {
            if (before != null && hasEnded()) {
                throw new EndedException();
            }
            throw failure;
        }
    }

    /* A JVM that ends stops answering a moment before its process has ended. */
    private boolean hasEnded() throws InterruptedException {
        for (int pauses = 0; isAlive(); pauses++) {
            if (pauses == MOST_PAUSES) {
                return false;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return true;
    }

    private boolean isAlive() {
        return ProcessHandle.of(target.pid()).map(ProcessHandle::isAlive).orElse(false);
    }
}
