// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.drain.LiveAnalysis;
import dev.jtracer.agent.drain.LiveFeed;
import dev.jtracer.agent.drain.SlowCallWindows;
import dev.jtracer.agent.drain.SlowFigures;
import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.output.SteadyFiles;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.jtr.FailingChannel;
import dev.jtracer.engine.jtr.LostRecords;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SingleFile;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import dev.jtracer.engine.jtr.read.RecordingReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
    private long lost;
    private boolean diskFails;
    private final Path path;
    private final LiveFeed feed;
    private final RecorderSpool spool = new RecorderSpool(false) {
        @Override
        Figures figures() {
            return new Figures(10 * lost, new LostRecords(lost, 0, 0, 0, 0), 0, 0, 0);
        }
    };
    private final FailingChannel channel;
    private final RecordingWriter writer;
    private final SlowCallWindows slow;
    private final Recording recording;

    RecordingTest(@TempDir Path directory) throws IOException {
        path = directory.resolve("a.jtr");
        channel = new FailingChannel(SteadyFiles.INSTANCE.create(path), () -> {
            if (diskFails) {
                throw new IOException("broken disk");
            }
        });
        writer = WrittenRecording.writer(new SingleFile(channel), WrittenRecording.header());
        StringTable names = new StringTable();
        names.put(1, "App.request");
        slow = new SlowCallWindows(7, names, new SlowFigures());
        feed = new LiveAnalysis(names, 1, 0, List.of(slow), null).feed();
        feed.thread(21, false);
        recording = recording();
    }

    private Recording recording() {
        return new Recording(
                new RecordingFile(path, channel, path, 0),
                writer,
                null,
                new Points(writer, (text, nanos) -> {}, spool),
                slow,
                spool);
    }

    @Test
    void lossesWhileAFileEnds_areThoseOfTheNext() {
        lost = 3;
        Figures atEnd = spool.figures();
        lost = 5; // while the disk writes the end
        long ofFile = recording.ofFile(atEnd).lost().total();
        recording.restartFigures(atEnd);

        assertThat(ofFile).isEqualTo(3);
        assertThat(recording.ofFile(spool.figures()).lost().total()).isEqualTo(2);
    }

    @Test
    void snapshot_hasTheRecordsOfTheRecording() {
        lost = 7;
        Recording second = recording();
        lost = 9;
        CurrentRecording current = new CurrentRecording();
        current.began(second, 2, "b.jtr");
        WriteFailures writing = new WriteFailures(Report.ofStderr(), false);
        DrainThread thread = new DrainThread(new TracerThreads(line -> {}), Report.ofStderr(), spool, writing);
        thread.start();
        WeaveCounters weaving = new WeaveCounters();
        Overhead overhead = new Overhead(spool, weaving, null);
        TracerCounters counters = new TracerCounters(spool, writing, weaving, overhead, false, null, null, null);

        LiveSnapshot.TracerState state = new SessionView(true, current, thread, spool, overhead, counters, weaving)
                .snapshot()
                .state();

        assertThat(state.events()).isEqualTo(20);
        assertThat(state.lost()).isEqualTo(2);
    }

    @Test
    void windowsThatCouldNotBeWritten_areWrittenLater() throws IOException {
        diskFails = true;
        assertThatThrownBy(recording::writeWindows).hasMessage("broken disk");
        diskFails = false;
        recording.writeWindows();

        assertThat(written()).isEqualTo(0);
    }

    @Test
    void windowsOfManySlowCalls_areWrittenNowAndThen() throws Exception {
        for (int i = 1; i <= 2_000; i++) {
            slowCallAt(i * 1_000L);
            recording.writeWindows();
        }
        assertThat(recording.writer().bytes()).isBetween(1L, 500_000L);

        Thread.sleep(101);
        slowCallAt(2_001_000);
        recording.writeWindows();
        assertThat(written()).isEqualTo(32);
    }

    private void slowCallAt(long nanos) {
        feed.record(SpoolLayout.KIND_ENTER, nanos, 1);
        feed.record(SpoolLayout.KIND_EXIT, nanos + 10, 1);
    }

    /** Returns how many windows are in the file; -1 if none were written. */
    private int written() throws IOException {
        try (RecordingReader reader = new RecordingReader(path)) {
            return reader.slow() == null ? -1 : reader.slow().windows().size();
        }
    }
}
