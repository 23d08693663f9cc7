// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Application threads record while the drain reads: no record is lost, invented or attributed to another thread. */
@Tag("slow")
class RecorderTest {
    private final Path directory;

    RecorderTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private String run(String scenario) throws IOException, InterruptedException {
        return RecorderFork.run(RecorderFork.java(), RecorderScenarios.class, scenario, directory);
    }

    @Test
    void classesOfTheRecorder_areInitialisedBeforeTheyRecord() throws Exception {
        run("classes");
    }

    @Test
    void waitingThreads_loseNothing() throws Exception {
        run("wait");
    }

    @Test
    void stalledDrain_isWaitedForOnce() throws Exception {
        run("stall");
    }

    @Test
    void failingWrites_loseNothing() throws Exception {
        run("disk");
    }

    @Test
    void threadsWithoutRecords_areReleasedWhileTheDiskFails() throws Exception {
        run("outage");
    }

    @Test
    void deletedFiles_areClosedHoweverBusyThreadsAre() throws Exception {
        run("files");
    }

    @Test
    void retries_takeNoMemory() throws Exception {
        run("retries");
    }

    @Test
    void droppedRecords_areCountedExactly() throws Exception {
        run("drop");
    }

    @Test
    void discardedRecords_areCountedExactly() throws Exception {
        run("ring");
    }

    @Test
    void endedThreads_giveTheirChunksBack() throws Exception {
        run("end");
    }

    @Test
    void oldestChunks_areDrainedFirst() throws Exception {
        run("order");
    }

    @Test
    void threadsOfOneSlot_stayApart() throws Exception {
        run("collide");
    }

    @Test
    void fullSpool_growsBeforeAnythingIsLost() throws Exception {
        run("grow");
    }

    @Test
    void moreThreadsThanChunks_areNotHeldUp() throws Exception {
        run("exhaust");
    }

    @Test
    void linkedRecords_stayTogetherAtTheEndOfAChunk() throws Exception {
        run("links");
    }

    @Test
    void stackOverflowInTheRecorder_losesNoOtherRecord() throws Exception {
        // HotSpot warns on stdout of overflows within methods that reserve stack.
        assertThat(run("overflow")).doesNotContain("stack overflow");
    }

    @Test
    void nextRecording_hasNothingOfTheOneBefore() throws Exception {
        run("begin");
    }

    @Test
    void round_endsHoweverBusyAThreadIs() throws Exception {
        run("busy");
    }

    @Test
    void totalsOfTheLoopThatPacks_areThoseOfTheFile() throws Exception {
        run("totals");
    }

    @Test
    void longWait_isACall() throws Exception {
        run("long-wait");
    }
}
