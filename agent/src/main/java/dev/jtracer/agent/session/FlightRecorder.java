// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.engine.exporter.TraceFileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * A recording of JDK Flight Recorder beside a recording of calls, with what a report needs to say what threads did
 * within calls. Loaded where {@code jfr=on} alone. Confined to the tracer's thread.
 *
 * <p>JFR keeps its data in files of its own below {@code java.io.tmpdir} until the stop. After {@code kill -9} these
 * are all there is. Its file stays beside the trace, for a report to read: JFR's parser would load hundreds of
 * classes in the application's JVM. A recording waits for JFR's start, because the calls of an application's start
 * are those that most often wait for files.
 */
record FlightRecorder(Recording recording, Path file, Report report) {
    private static final List<String> WAITS =
            List.of(("ThreadPark ThreadSleep JavaMonitorEnter JavaMonitorWait SocketRead SocketWrite"
                            + " FileRead FileWrite FileForce VirtualThreadPinned")
                    .split(" "));
    private static final List<String> COLLECTIONS = List.of("GarbageCollection", "GCPhasePause", "SystemGC");
    /** Shorter waits explain no slow call: JFR's own settings begin at 10 ms. */
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);

    /** Limit of the wait for JFR to copy a stopped recording; a copy that failed does not end the wait. */
    private static final long COPY_NANOS = 3_000_000_000L;

    private static final long POLL_NANOS = 1_000_000;

    private static final Duration SAMPLE_PERIOD = Duration.ofMillis(10);

    /** Least size that JFR is limited to; it deletes whole chunks of 12 MB. */
    private static final long LEAST_BYTES = 64 << 20;

    /**
     * Starts JFR, which takes some tenths of a second; says why not if it cannot.
     *
     * @param trace output of the recording of calls
     * @param ringBytes how much of the newest calls is retained; 0 for all
     */
    static @Nullable FlightRecorder start(Path trace, long ringBytes, Report report) {
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            report.say("jfr=on needs the module 'jdk.jfr', which this JVM lacks; recording calls without");
            return null;
        }
        OutputFile file = null;
        try {
            // For this user alone, as the recording of calls is; JFR goes on in a file that is there.
            file = OutputFile.create(new TraceFileName(trace).withExtension(".jfr"));
            file.channel().close();
            return new FlightRecorder(start(file.path(), ringBytes), file.path(), report);
        } catch (IOException | RuntimeException | LinkageError e) {
            if (file != null) {
                file.delete(e);
            }
            report.say("JFR does not record (" + e + "); recording calls without");
            return null;
        }
    }

    private static Recording start(Path file, long ringBytes) throws IOException {
        Recording recording = new Recording();
        try {
            recording.setName("jtracer");
            recording.enable("jdk.JVMInformation");
            WAITS.forEach(name ->
                    recording.enable("jdk." + name).withThreshold(SHORTEST_WAIT).withStackTrace());
            COLLECTIONS.forEach(
                    name -> recording.enable("jdk." + name).withoutThreshold().withStackTrace());
            recording.enable("jdk.ExecutionSample").withPeriod(SAMPLE_PERIOD).withStackTrace();
            recording.enable("jdk.NativeMethodSample").withPeriod(SAMPLE_PERIOD).withStackTrace();
            if (ringBytes > 0) {
                recording.setMaxSize(Math.max(ringBytes, LEAST_BYTES));
            }
            recording.setDestination(file);
            // At the JVM's end JFR's own hook stops it.
            recording.setDumpOnExit(true);
            recording.start();
            return recording;
        } catch (IOException | RuntimeException | LinkageError e) {
            recording.close();
            throw e;
        }
    }

    /** Stops JFR, which writes its file then. The file is deleted unless the recording of calls {@code keeps} one. */
    void stop(boolean keeps) {
        try {
            recording.stop();
            recording.close();
        } catch (IllegalStateException stoppedMeanwhile) {
            // by JFR's own hook, or by somebody else
        }
        check(keeps);
    }

    /**
     * Waits until JFR's own hook, which runs at the same time as the tracer's, has stopped JFR and written its file.
     * A stop by both would leave an empty file: each removes the data that the other has not copied yet.
     */
    void awaitHook(long deadline, boolean keeps) {
        awaitEndOf(RecordingState.RUNNING, deadline);
        // JFR closes what it has written; what it cannot write stays stopped.
        awaitEndOf(RecordingState.STOPPED, Math.min(deadline, System.nanoTime() + COPY_NANOS));
        check(keeps);
    }

    private void awaitEndOf(RecordingState state, long deadline) {
        while (recording.getState() == state && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private void check(boolean keeps) {
        try {
            if (!keeps) {
                Files.deleteIfExists(file);
            } else if (Files.size(file) == 0) {
                report.say("JFR wrote nothing to '" + file + "'; free some space and record again");
            }
        } catch (IOException deleted) {
            // as somebody wanted
        }
    }
}
