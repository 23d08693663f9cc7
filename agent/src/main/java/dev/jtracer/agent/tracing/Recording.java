// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.drain.LiveAnalysis;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.recording.LostRecords;
import dev.jtracer.agent.recording.RecordingHeader;
import dev.jtracer.agent.recording.RecordingWriter;
import dev.jtracer.bootstrap.LossCounters;

/** A recording that is going on. Of the tracer's thread, but for the constants. */
final class Recording {
    final RecordingFile file;
    final RecordingHeader header;
    final RecordingWriter writer;
    final Points points;
    private final long eventsBefore;
    private final LostRecords lostBefore;
    private final long runsLeftOutBefore = LossCounters.runsLeftOut();
    LiveAnalysis analysis;

    /** Set when its file is whole. A stop that nobody waits for any more may have come that far. */
    boolean whole;

    /** Set when a stop has failed; of the thread that has the commands' lock. */
    boolean stopFailed;

    /**
     * @param eventsBefore events of all earlier recordings
     * @param lostBefore records lost in all earlier recordings
     */
    Recording(
            RecordingFile file,
            RecordingHeader header,
            RecordingWriter writer,
            LiveAnalysis analysis,
            Points points,
            long eventsBefore,
            LostRecords lostBefore) {
        this.file = file;
        this.header = header;
        this.writer = writer;
        this.analysis = analysis;
        this.points = points;
        this.eventsBefore = eventsBefore;
        this.lostBefore = lostBefore;
    }

    long events(long eventsOfAll) {
        return eventsOfAll - eventsBefore;
    }

    LostRecords lost(LostRecords lostOfAll) {
        return lostOfAll.since(lostBefore);
    }

    /** Runs of callbacks that were not recorded since this recording began, because the user wants so many and no more. */
    long runsLeftOut() {
        return LossCounters.runsLeftOut() - runsLeftOutBefore;
    }
}
