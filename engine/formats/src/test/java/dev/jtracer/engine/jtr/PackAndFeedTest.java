// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.PlainCalls;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Records that are packed and paired in one loop have the totals, open calls and bytes of those that are not. */
class PackAndFeedTest {
    private static final int RECORDS = 6_000;
    private static final int METHODS = 200;
    private static final int THREADS = 3;

    @RepeatedTest(100)
    void recordsInOneLoop_addUpAsEventsDo(RepetitionInfo repetition) {
        int seed = repetition.getCurrentRepetition();
        long[] words = words(new SplittableRandom(seed), seed % 4 == 0 ? 3_000 : 30);

        Totals one = new Totals(words);
        Totals other = new Totals(words);
        FrameBuffer together = new FrameBuffer();
        RecordPacker packer = new RecordPacker();
        for (int from = 0; from < words.length; from += RECORDS / 3) { // calls are open at the end of a frame
            int to = Math.min(words.length, withoutLinks(words, from + RECORDS / 3));
            int start = withoutLinks(words, from);
            together.begin(RecordingFormat.CHUNK);
            packer.packAndFeed(words, start, to, 0, together, one);
            for (int at = start; at < to; ) {
                at = other.feed(at, to);
            }
            FrameBuffer alone = new FrameBuffer();
            alone.begin(RecordingFormat.CHUNK);
            packer.pack(words, start, to, 0, alone);
            assertThat(bytes(together)).as("seed %d", seed).isEqualTo(bytes(alone));
        }

        assertSameTotals(one, other, seed);
    }

    @RepeatedTest(100)
    void recordsOfFrames_addUpAsEventsDo(RepetitionInfo repetition) throws RecordingException {
        int seed = repetition.getCurrentRepetition();

        assertFramesAddUp(words(new SplittableRandom(seed), seed % 4 == 0 ? 3_000 : 30), RECORDS / 3, seed);
    }

    @Test
    void callsOfAFrame_mayBeDeeperThanAStretch() throws RecordingException {
        long[] words = new long[RECORDS];
        for (int i = 0; i < RECORDS; i++) {
            boolean begins = i < RECORDS / 2;
            int id = 1 + Math.min(i, RECORDS - 1 - i) % METHODS;
            words[i] = RandomRecords.record(begins ? SpoolLayout.KIND_ENTER : SpoolLayout.KIND_EXIT, 30L * i, id);
        }

        assertFramesAddUp(words, RECORDS, 0);
    }

    private static void assertFramesAddUp(long[] words, int length, int seed) throws RecordingException {
        Totals one = new Totals(words);
        Totals other = new Totals(words);
        other.takesPlain = false;
        RecordPacker packer = new RecordPacker();
        ChunkFrame read = new ChunkFrame();
        for (int from = 0; from < words.length; from += length) {
            int start = withoutLinks(words, from);
            int to = withoutLinks(words, from + length);
            FrameBuffer frame = new FrameBuffer();
            ChunkHeader header = new ChunkHeader(0, 1, 0, 0, one.track, 0);
            RecordingWriter.chunkFrame(frame, packer, header, 0, start, one.track, words, start, to, null);
            byte[] bytes = bytes(frame);
            for (Totals totals : List.of(other, one)) { // in the second turn the frame has room for its depth
                read.reset(bytes, RecordingFormat.FRAME_HEADER_BYTES, bytes.length);
                while (read.hasMore()) {
                    read.readRun(totals, new CallRecords());
                }
            }
        }
        assertSameTotals(one, other, seed);
    }

    private static void assertSameTotals(Totals one, Totals other, int seed) {
        assertThat(one.taken).as("seed %d", seed).isPositive();
        for (int thread = 0; thread < THREADS; thread++) {
            assertThat(one.processor.open(thread)).as("seed %d", seed).isEqualTo(other.processor.open(thread));
        }
        assertThat(one.functions.snapshot().rows())
                .as("seed %d", seed)
                .containsExactlyElementsOf(other.functions.snapshot().rows());
        assertThat(one.callbacks.snapshot()).as("seed %d", seed).isEqualTo(other.callbacks.snapshot());
        one.processor.finish();
        other.processor.finish();
        assertThat(one.functions.snapshot()).as("seed %d", seed).isEqualTo(other.functions.snapshot());
    }

    /** Moves an index before the links whose record it is. */
    private static int withoutLinks(long[] words, int to) {
        int end = Math.min(to, words.length);
        while (end > 0 && SpoolLayout.isLink(words[end - 1])) {
            end--;
        }
        return end;
    }

    private static byte[] bytes(FrameBuffer frame) {
        ByteBuffer bytes = frame.end();
        byte[] packed = new byte[bytes.remaining()];
        bytes.get(packed);
        return packed;
    }

    /** Calls that nest up to a depth, most of which end, with passes, runs, other threads and clocks that go back. */
    private static long[] words(SplittableRandom random, int deepest) {
        long[] words = new long[RECORDS];
        int[] open = new int[RECORDS];
        int depth = 0;
        long nanos = 0;
        for (int i = 0; i < words.length; i++) {
            int odds = random.nextInt(1_000);
            long back = odds == 0 ? random.nextInt(50) : 0;
            nanos += random.nextInt(random.nextInt(20) == 0 ? 20_000 : 60);
            if (odds >= 990) {
                words[i] = RandomRecords.switchTo(random.nextInt(THREADS));
            } else if (odds >= 960 && i + 1 < words.length) {
                int control = odds >= 975 ? SpoolLayout.CONTROL_PASS : SpoolLayout.CONTROL_RUN;
                int id = 1 + random.nextInt(METHODS);
                words[i] = RandomRecords.record(SpoolLayout.KIND_CONTROL, 1 + random.nextInt(40), control);
                words[++i] = RandomRecords.record(SpoolLayout.KIND_ENTER, nanos, id);
                if (control == SpoolLayout.CONTROL_RUN) {
                    open[depth++] = id;
                }
            } else if (depth == 0 || depth < deepest && random.nextInt(100) < (deepest > 100 ? 70 : 51)) {
                open[depth] = random.nextInt(8) == 0 && depth > 0 ? open[depth - 1] : 1 + random.nextInt(METHODS);
                words[i] = RandomRecords.record(SpoolLayout.KIND_ENTER, Math.max(0, nanos - back), open[depth++]);
            } else {
                int skipped = odds == 1 ? Math.min(2, depth - 1) : 0; // whose ends are lost
                depth -= 1 + skipped;
                int id = odds == 2 ? 1 + random.nextInt(METHODS) : open[depth];
                int kind = odds < 100 ? SpoolLayout.KIND_THROW : SpoolLayout.KIND_EXIT;
                words[i] = RandomRecords.record(kind, Math.max(0, nanos - back), id);
            }
        }
        return words;
    }

    /** The totals of a live recording. */
    private static final class Totals implements RecordPacker.Feed, RecordSink {
        private final FunctionsHandler functions = new FunctionsHandler();
        private final CallbacksHandler callbacks = new CallbacksHandler();
        private final TraceProcessor processor = new TraceProcessor(List.of(functions, callbacks));
        private final long[] words;
        private final TraceEvent event;
        private boolean takesPlain = true;
        private int track;
        private int link;
        private long pass;
        private int taken;

        Totals(long[] words) {
            this.words = words;
            StringTable names = new StringTable();
            for (int id = 0; id <= METHODS; id++) {
                names.add("com.acme.Type" + id + ".method");
            }
            TrackTable tracks = new TrackTable();
            for (int thread = 0; thread < THREADS; thread++) {
                tracks.addThread(Track.Kind.THREAD, 1, thread, "");
            }
            processor.start(names, tracks);
            event = new TraceEvent(names, tracks);
        }

        @Override
        public @Nullable PlainCalls plainCalls(int at) {
            int first = at;
            while (SpoolLayout.kind(words[first]) == SpoolLayout.KIND_CONTROL && first + 1 < words.length) {
                first++;
            }
            return plainCalls(0, SpoolLayout.delta(words[first]));
        }

        @Override
        public @Nullable PlainCalls plainCalls(long baseNanos, long firstNanos) {
            PlainCalls plain = processor.plainCalls();
            boolean starts = takesPlain && plain != null && plain.start(track, baseNanos, firstNanos);
            taken += starts ? 1 : 0;
            return starts ? plain : null;
        }

        @Override
        public int feed(int at, int to) {
            long word = words[at];
            int id = SpoolLayout.methodId(word);
            if (SpoolLayout.isLink(word)) {
                link(id, SpoolLayout.delta(word));
                return feed(at + 1, to);
            }
            if (SpoolLayout.kind(word) == SpoolLayout.KIND_CONTROL) {
                thread(SpoolLayout.delta(word), false);
            } else {
                record(SpoolLayout.kind(word), SpoolLayout.delta(word), id);
            }
            return at + 1;
        }

        @Override
        public void thread(long threadId, boolean virtual) {
            track = (int) threadId;
        }

        @Override
        public void link(int code, long number) {
            link = code;
            pass = number;
        }

        @Override
        public void record(int kind, long nanos, int methodId) {
            boolean isPass = link == SpoolLayout.CONTROL_PASS;
            int linkFlags = isPass ? SpanFlags.PASS : link == SpoolLayout.CONTROL_RUN ? SpanFlags.CALLBACK : 0;
            boolean isEnter = kind == SpoolLayout.KIND_ENTER;
            int flags = kind == SpoolLayout.KIND_THROW ? SpanFlags.THREW : linkFlags;
            processor.handle(event.set(isEnter ? Phase.ASYNC_BEGIN : Phase.ASYNC_END, nanos, methodId, track, flags)
                    .setBindId(pass));
            if (isPass) {
                processor.handle(event.set(Phase.ASYNC_END, nanos, methodId, track, SpanFlags.NONE));
            }
            link = 0;
            pass = 0;
        }
    }
}
