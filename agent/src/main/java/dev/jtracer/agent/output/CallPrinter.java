// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Printer of every call and every run of a callback at its entry and exit: time, heap in use and name, indented by
 * the depth on its thread, and the thread. Lines are held until no earlier one can come, as events come by thread.
 */
public final class CallPrinter implements EventHandler<Long> {
    private static final int MOST_LEVELS = 57;
    /* A round over all threads of a busy application is a few ten thousand records; a line takes some 40 bytes of the
     * application's heap. */
    private static final int MOST_HELD = 1 << 17;
    /** A thread may be held up between reading the clock and storing its record. */
    private static final long LATE_NANOS = 20_000_000;

    private final Report report;
    private final StringBuilder line = new StringBuilder();
    private int[] depths = new int[16];
    /** The levels of each thread at which a callback runs. */
    private final ByIndex<BitSet> runs = new ByIndex<>();

    private boolean inPass;
    private String thread = "";
    private List<Line> held = new ArrayList<>();
    private long lastNanos = Long.MIN_VALUE;
    private long late;
    private long printed;

    public CallPrinter(Report report) {
        this.report = report;
    }

    /** Prints a line that explains the others. */
    public void legend() {
        report.say(
                "each line: FNI begin and FNR end of a call, CBI and CBR of a callback's run, TXT a text; time since the"
                        + " start, heap in use in bytes, name indented by depth, [thread]");
    }

    /** Names the thread of the next events. */
    public void thread(String name) {
        thread = name;
    }

    /** Prints a line of text from the application among the calls. */
    public void text(long nanos, String text) {
        hold(new Line("", nanos, text, 0, ""));
    }

    /**
     * Prints the lines up to a time, since no earlier ones will come.
     *
     * @param nanos time since the start of the recording; {@link Long#MAX_VALUE} for all
     */
    public void printUntil(long nanos) {
        printHeld(nanos == Long.MAX_VALUE ? nanos : nanos - LATE_NANOS, held.size());
        if (nanos == Long.MAX_VALUE && late > 0) {
            report.say("printed " + CountText.plain(late, "line")
                    + " of print=calls after later ones, because calls came faster than they can be"
                    + " printed; include fewer classes, or read the trace");
            late = 0;
        }
    }

    @Override
    public void initialize(HandlerContext context) {}

    @Override
    public void handleEvent(TraceEvent event) {
        int track = event.track();
        if (track >= depths.length) {
            depths = Arrays.copyOf(depths, track * 2);
        }
        if (event.phase() == Phase.ASYNC_BEGIN) {
            begin(event, track);
        } else if (event.phase() == Phase.ASYNC_END) {
            end(event, track);
        }
    }

    private void begin(TraceEvent event, int track) {
        inPass = (event.flags() & SpanFlags.PASS) != 0;
        if (inPass) {
            return;
        }
        boolean run = (event.flags() & SpanFlags.CALLBACK) != 0;
        if (run) {
            runs(track).set(depths[track]);
        }
        print(run ? "CBI " : "FNI ", event, depths[track]++);
    }

    private void end(TraceEvent event, int track) {
        if (inPass) {
            inPass = false; // a pass has no length: its end directly follows its begin
            return;
        }
        // A call that began before the recording has no level to return to.
        depths[track] = Math.max(0, depths[track] - 1);
        BitSet runsOfThread = runs.get(track);
        boolean run = runsOfThread != null && runsOfThread.get(depths[track]);
        if (run) {
            runs(track).clear(depths[track]);
        }
        print(run ? "CBR " : "FNR ", event, depths[track]);
    }

    private BitSet runs(int track) {
        BitSet runsOfThread = runs.get(track);
        return runsOfThread != null ? runsOfThread : runs.put(track, new BitSet());
    }

    @Override
    public void finish() {
        printUntil(Long.MAX_VALUE);
    }

    /** Returns how many lines were printed. */
    @Override
    public Long data() {
        return printed;
    }

    private void print(String what, TraceEvent event, int depth) {
        hold(new Line(what, event.tsNanos(), nameWithValues(event), depth, thread));
    }

    private static String nameWithValues(TraceEvent event) {
        Args args = event.args();
        if (args.isEmpty()) {
            return event.name();
        }
        String arguments = args.text(TraceWords.ARGUMENTS);
        if (arguments != null) {
            return event.name() + "(" + arguments + ")";
        }
        String result = args.text(TraceWords.RESULT);
        return result != null
                ? event.name() + " = " + result
                : event.name() + " threw " + args.text(TraceWords.EXCEPTION);
    }

    private void hold(Line next) {
        held.add(next);
        if (held.size() == MOST_HELD) {
            printHeld(Long.MAX_VALUE, MOST_HELD / 2);
        }
    }

    /** Prints what is held up to a time, the earliest first, but no more than some lines. */
    private void printHeld(long nanos, int most) {
        held.sort(Comparator.comparingLong(Line::nanos)); // stable: lines of one thread and time keep their order
        int end = 0;
        while (end < most && held.get(end).nanos <= nanos) {
            print(held.get(end++));
        }
        held = new ArrayList<>(held.subList(end, held.size()));
    }

    private void print(Line next) {
        if (next.nanos < lastNanos) {
            late++;
        }
        lastNanos = Math.max(lastNanos, next.nanos);
        if (next.what.isEmpty()) {
            report.text(next.nanos, next.name);
            return;
        }
        line.setLength(0);
        line.append("TRACER ").append(next.what);
        Millis.append(line, next.nanos).append("ms ").append(heapUsed()).append(' ');
        for (int level = Math.min(next.depth, MOST_LEVELS); level > 0; level--) {
            line.append("  ");
        }
        line.append(' ');
        PlainText.append(line, next.name);
        PlainText.append(line.append(" ["), next.thread);
        report.printPatiently(line.append("]\n"));
        printed++;
    }

    /** A line not printed yet; of a text from the application {@code what} is empty. */
    private record Line(String what, long nanos, String name, int depth, String thread) {}

    private static long heapUsed() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
