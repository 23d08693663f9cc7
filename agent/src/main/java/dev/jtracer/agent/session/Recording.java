// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.Platform;
import dev.jtracer.agent.drain.CpuReadings;
import dev.jtracer.agent.drain.LiveAnalysis;
import dev.jtracer.agent.drain.OpenThread;
import dev.jtracer.agent.drain.SlowCallWindows;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.thread.ThreadCpuClock;
import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SlowWindows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A recording that is going on. Belongs to the tracer's thread, except for its final fields and its file. */
final class Recording {
    /** Time between two copies of the windows around slow calls, of up to 2 KB; the latest is lost by a kill. */
    private static final long WINDOWS_PERIOD_NANOS = 100_000_000;

    /** The first reading of CPU time loads classes, for 20 milliseconds: short programs do without. */
    private static final long UNTIL_CPU_NANOS = 100_000_000;
    /** Windows counts in steps of 16 milliseconds. */
    private static final boolean HAS_PRECISE_CPU_TIME = Platform.current() != Platform.WINDOWS;

    /** The header of its first file. */
    final RecordingHeader header;

    final Points points;

    /** Its slow calls; null unless only what surrounds them is retained. */
    final @Nullable SlowCallWindows slow;

    private final RecorderSpool spool;
    private final Figures before;
    private final long runsDroppedBefore = LossCounter.RUNS_DROPPED.count();
    private final @Nullable Supplier<LiveAnalysis> analyses;
    private @Nullable LiveAnalysis analysis;
    private @Nullable CpuReadings cpuReadings;
    private boolean readsCpu = HAS_PRECISE_CPU_TIME;
    private volatile long sinceNanos;
    private volatile long stalls;
    private volatile long longestStallNanos;
    private volatile RecordingFile file;
    private RecordingWriter writer;

    private volatile int files = 1;

    /* Since when the file's own figures count. */
    private long fileBeganNanos;
    private long beginningBytes;
    private Figures beforeFile;

    /** The windows around slow calls if they are to be written. */
    private @Nullable SlowWindows unwritten;

    private long windowsNanos = System.nanoTime() - WINDOWS_PERIOD_NANOS;

    /** Records the same time by JFR; null unless the user wants that. */
    @Nullable
    FlightRecorder flight;

    /** Set when its file is complete, which may be after the stop has reached its deadline. */
    boolean whole;

    /** Set when a stop has failed. Guarded by the commands' lock. */
    boolean stopFailed;

    /**
     * A recording that the spool is drained into already.
     *
     * @param analyses creates the totals, which only the first round of the drain needs; null to add up nothing
     */
    Recording(
            RecordingFile file,
            RecordingWriter writer,
            @Nullable Supplier<LiveAnalysis> analyses,
            Points points,
            @Nullable SlowCallWindows slow,
            RecorderSpool spool) {
        this.file = file;
        this.header = writer.header();
        this.sinceNanos = header.startNanos();
        this.writer = writer;
        this.analyses = analyses;
        this.points = points;
        this.slow = slow;
        this.spool = spool;
        this.before = spool.figures();
        this.beforeFile = before;
        this.fileBeganNanos = header.startNanos();
        this.beginningBytes = writer.bytes();
    }

    /** Returns the file that is written, or was last. Callable from any thread. */
    RecordingFile file() {
        return file;
    }

    RecordingWriter writer() {
        return writer;
    }

    /** Returns the number of its files so far, deleted ones included. */
    int files() {
        return files;
    }

    /** Returns what a report reads: a file, or the directory of several. Callable from any thread. */
    Path inReport(Path ofFile) {
        Path directory = ofFile.toAbsolutePath().getParent();
        return files > 1 && directory != null ? directory : ofFile;
    }

    /** Returns the time since the file was begun. */
    long nanosOfFile(long nowNanos) {
        return nowNanos - fileBeganNanos;
    }

    /** Returns the size of the file without the names that it begins with. */
    long bytesOfFile() {
        return writer.bytes() - beginningBytes;
    }

    /** Returns the figures since this recording began. */
    Figures figures() {
        return spool.figures().since(before);
    }

    /** Returns the figures since the file was begun, of those of all recordings. */
    Figures ofFile(Figures all) {
        return all.since(beforeFile);
    }

    /** Counts the figures of the file from these of all recordings on: those so far are in the file before. */
    void restartFigures(Figures all) {
        beforeFile = all;
    }

    /** Goes on in another file, which has its beginning. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    void continueIn(RecordingFile nextFile, RecordingWriter next, long nowNanos) {
        points.continueIn(next);
        spool.drainer().continueIn(next);
        file = nextFile;
        writer = next;
        files++;
        fileBeganNanos = nowNanos;
        beginningBytes = next.bytes();
    }

    /** Returns the events since this recording began. */
    long events() {
        return spool.events() - before.events();
    }

    /** Returns the runs of callbacks that this recording dropped because of the user's limit. */
    long runsDropped() {
        return LossCounter.RUNS_DROPPED.count() - runsDroppedBefore;
    }

    /** Writes the windows around slow calls if there is a new one, and it is time. */
    void writeWindows() throws IOException {
        SlowWindows changed = slow == null ? null : slow.pollChange();
        unwritten = changed == null ? unwritten : changed;
        if (unwritten != null && System.nanoTime() - windowsNanos >= WINDOWS_PERIOD_NANOS) {
            writer.windows(unwritten);
            unwritten = null;
            windowsNanos = System.nanoTime();
        }
    }

    /** Releases everything but the windows around slow calls, and writes these. */
    void keepWindowsOnly(long endNanos) throws IOException {
        if (slow != null) {
            slow.end(endNanos - header.startNanos());
            writer.windows(slow.windows());
            writer.dropUnheld();
        }
    }

    /** Returns whether nothing of the recording is retained, because no call was slow. */
    boolean keepsNothing() {
        return whole && slow != null && slow.windows().windows().isEmpty();
    }

    /** Adds a stall of the JVM that ends now. Called by the thread that measures stalls. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    void stall(long lateNanos) {
        longestStallNanos = Math.max(longestStallNanos, lateNanos);
        stalls++;
        points.stall(System.nanoTime(), lateNanos);
    }

    /** Returns the number of stalls so far. Callable from any thread. */
    long stalls() {
        return stalls;
    }

    /** Returns the longest stall in nanoseconds, 0 without one. Callable from any thread. */
    long longestStallNanos() {
        return longestStallNanos;
    }

    /** Reads the CPU time of threads with long calls, if that is due and the calls that are open are known. */
    void readCpu() throws IOException {
        LiveAnalysis totals = analysis();
        if (!readsCpu
                || totals == null
                || !spool.drainer().isCaughtUp()
                || System.nanoTime() - header.startNanos() < UNTIL_CPU_NANOS) {
            return;
        }
        try {
            CpuReadings present = cpuReadings == null ? new CpuReadings(new ThreadCpuClock()) : cpuReadings;
            cpuReadings = present;
            present.update(totals.feed(), writer);
        } catch (LinkageError e) { // in a jar that was replaced; without CPU times the recording goes on
            readsCpu = false;
            cpuReadings = null;
        }
    }

    /** Returns the threads with open calls, the one with the oldest call first; none without totals. */
    List<OpenThread> openThreads() {
        LiveAnalysis totals = analysis();
        List<OpenThread> open = totals == null ? List.of() : totals.feed().openThreads();
        return cpuReadings == null ? open : cpuReadings.withCpu(open);
    }

    /** Reads the CPU time of threads with long calls for the last time. */
    void readCpuAtEnd() throws IOException {
        LiveAnalysis totals = analysis();
        if (cpuReadings != null && totals != null) {
            cpuReadings.finish(totals.feed(), writer);
        }
    }

    Totals totals() {
        LiveAnalysis present = analysis();
        return present == null ? Totals.EMPTY : new Totals(present.functions(), present.callbacks());
    }

    /** Returns the totals so far, from which on they receive the records; null if nothing is added up. */
    @Nullable
    LiveAnalysis analysis() {
        if (analysis == null) {
            analyseFromNow();
        }
        return analysis;
    }

    private void analyseFromNow() {
        if (analyses != null) {
            LiveAnalysis next = analyses.get();
            analysis = next;
            spool.drainer().sink(next.feed());
        }
    }

    /** Returns the start of the totals: that of the recording, or the last time they were forgotten. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Starts the totals again from zero. */
    void forgetTotals() {
        sinceNanos = System.nanoTime();
        analyseFromNow();
    }
}
