// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.Platform;
import dev.jtracer.agent.drain.SpoolDrainer;
import dev.jtracer.agent.drain.SpoolFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.engine.jtr.LostRecords;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingWriter;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The spool and its drainer, which the first recording creates and all share. Belongs to the tracer's thread. */
class RecorderSpool {
    private final boolean discardWhenFull;
    private final AtomicLong droppedPoints = new AtomicLong();

    /** Also read at the exit, when the tracer's thread has finished. */
    private volatile @Nullable SpoolFile file;

    /** Also read by threads that ask for counters. */
    private volatile @Nullable SpoolDrainer drainer;

    /** @param discardWhenFull whether a full spool discards its oldest records */
    RecorderSpool(boolean discardWhenFull) {
        this.discardWhenFull = discardWhenFull;
    }

    @Nullable
    SpoolFile file() {
        return file;
    }

    void file(SpoolFile created) {
        file = created;
    }

    /** Drains into another recording from now on. */
    void drainInto(SpoolFile spool, RecordingWriter writer) throws IOException {
        SpoolDrainer drain = drainer;
        if (drain == null) {
            drain = new SpoolDrainer(spool, writer, RecordSink.NONE, discardWhenFull);
            drainer = drain;
        }
        drain.begin(writer, RecordSink.NONE);
    }

    /** Returns the drainer; throws an IllegalStateException before the first recording. */
    SpoolDrainer drainer() {
        SpoolDrainer drain = drainer;
        if (drain == null) {
            throw new IllegalStateException("nothing was recorded yet");
        }
        return drain;
    }

    /** Releases what belongs to threads that have ended. */
    void forgetEnded() {
        SpoolDrainer drain = drainer;
        if (drain != null) {
            drain.forgetEnded();
        }
    }

    /** Returns the events of all recordings. */
    long events() {
        SpoolDrainer drain = drainer;
        return drain == null ? 0 : drain.events();
    }

    /** Returns the records lost by all recordings. */
    LostRecords lost() {
        SpoolDrainer drain = drainer;
        return new LostRecords(
                LossCounter.NO_FREE_CHUNK.count(),
                LossCounter.AT_STOP.count(),
                LossCounter.STACK_ENDS.count(),
                LossCounter.FAILURES.count(),
                drain == null ? 0 : drain.discarded());
    }

    /** Counts a line of text or a stall that was dropped, which no record of the spool is for. */
    void pointDropped() {
        droppedPoints.incrementAndGet();
    }

    /** Returns the figures of all recordings. */
    Figures figures() {
        return new Figures(
                events(), lost(), droppedPoints.get(), LossCounter.callsChosen(), LossCounter.callsDropped());
    }

    /** Unmaps the memory of the chunks. No thread may be inside the recorder. */
    void unmap() {
        SpoolFile spool = file;
        if (spool != null) {
            spool.unmap();
        }
    }

    /** Deletes the file, for the JVM's exit. */
    void delete(Report report) {
        SpoolFile spool = file;
        if (spool != null) {
            try {
                spool.delete();
            } catch (IOException e) {
                boolean marked = e.getSuppressed().length == 0;
                if (marked && Platform.current() == Platform.WINDOWS) {
                    return; // it is mapped, as always; the next recording's start deletes it
                }
                report.say("cannot remove '" + spool.path() + "' (" + e.getMessage() + "); it is of no more use");
            }
        }
    }
}
