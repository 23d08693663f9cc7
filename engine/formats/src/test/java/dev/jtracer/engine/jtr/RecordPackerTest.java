// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.CallRecords;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordPackerTest {
    private static final ChunkHeader HEADER = new ChunkHeader(3, 7, 5_000, 21, 21, 4);

    /** Ids of one to four bytes, and those beside them. */
    private static final int[] LARGEST_IDS = {128, 129, 1 << 14, (1 << 14) + 1, SpoolLayout.MAX_METHOD_ID};

    private final RecordPacker packer = new RecordPacker();
    private final FrameBuffer frame = new FrameBuffer();

    @RepeatedTest(60)
    void records_areTheSameAfterPacking(RepetitionInfo repetition) throws RecordingException {
        long seed = repetition.getCurrentRepetition();
        SplittableRandom random = new SplittableRandom(seed);
        int largestId = LARGEST_IDS[random.nextInt(LARGEST_IDS.length)];
        long[] words = RandomRecords.words(random, 1 + random.nextInt(8_000), largestId);

        byte[] packed = pack(words, 6_000);
        Calls calls = new Calls();
        ChunkFrame read = new ChunkFrame();
        read.reset(packed, RecordingFormat.FRAME_HEADER_BYTES, packed.length);
        assertThat(read.count()).isEqualTo(words.length);
        while (read.hasMore()) {
            read.readRun(calls, new CallRecords());
        }
        calls.dropEmptyRunAtTheEnd();

        Calls expected = new Calls();
        RandomRecords.feed(words, -1_000, 21, 21, expected);
        // A frame that ends with a switch does not begin a run of that thread.
        expected.dropEmptyRunAtTheEnd();
        assertThat(calls.seen).as("seed " + seed).isEqualTo(expected.seen);
        assertThat(calls.lost).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 127, 128, (1 << 14) - 1, 1 << 14, SpoolLayout.MAX_METHOD_ID})
    void stepsOfEveryLength_areTheSameAfterPacking(int methodId) throws RecordingException {
        long[] steps = {0, 31, 32, (1 << 12) - 1, 1 << 12, 1 << 19, 1L << 38};
        long[] words = new long[2 * steps.length];
        List<String> expected = new ArrayList<>(List.of("thread 21 false"));
        long nanos = 0;
        for (int i = 0; i < words.length; i++) {
            int kind = i < steps.length ? 0 : 1 + i % 2;
            nanos += steps[i % steps.length];
            words[i] = RandomRecords.record(kind, nanos, methodId);
            expected.add(kind + " " + nanos + " " + methodId);
        }

        byte[] packed = pack(words, 5_000);
        Calls calls = new Calls();
        ChunkFrame read = new ChunkFrame();
        read.reset(packed, RecordingFormat.FRAME_HEADER_BYTES, packed.length);
        read.readRun(calls, new CallRecords());

        assertThat(calls.seen).containsExactlyElementsOf(expected);
    }

    @Test
    void clockThatRunsBackwards_stopsInstead() throws RecordingException {
        byte[] packed = pack(
                new long[] {
                    RandomRecords.record(0, 100, 1), RandomRecords.record(1, 90, 1), RandomRecords.record(0, 101, 1)
                },
                5_000);

        Calls calls = new Calls();
        ChunkFrame read = new ChunkFrame();
        read.reset(packed, RecordingFormat.FRAME_HEADER_BYTES, packed.length);
        read.readRun(calls, new CallRecords());

        assertThat(calls.seen).containsExactly("thread 21 false", "0 100 1", "1 100 1", "0 101 1");
    }

    /** The calls of a frame that begin or end in another one are its outline, if they are few and none is lost. */
    @RepeatedTest(20)
    void outline_hasTheCallsThatCrossTheFrame(RepetitionInfo repetition) throws RecordingException {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        int outerEnds = repetition.getCurrentRepetition() % 4 == 0 ? 50 : 1; // of a hundred records outside of calls
        Deque<Long> open = new ArrayDeque<>();
        List<Long> outer = new ArrayList<>();
        long[] words = new long[100 + random.nextInt(4_000)];
        for (int i = 0; i < words.length; i++) {
            long nanos = 40L * i;
            boolean begins =
                    open.isEmpty() ? random.nextInt(100) >= outerEnds : open.size() < 5 && random.nextBoolean();
            int kind = begins ? SpoolLayout.KIND_ENTER : 1 + random.nextInt(2);
            Long begun = begins ? null : open.poll();
            int method = begun == null ? 1 + random.nextInt(200) : SpoolLayout.methodId(begun);
            words[i] = RandomRecords.record(kind, nanos, method);
            if (begins) {
                open.push(words[i]);
            } else if (begun == null) {
                outer.add(words[i]);
            }
        }
        open.descendingIterator().forEachRemaining(outer::add);

        byte[] packed = pack(words, 6_000);
        Calls calls = new Calls();
        ChunkFrame read = outline(packed, event -> {});
        boolean isShort = read.count() < words.length;
        read.readRun(calls, new CallRecords());

        assertThat(isShort).isEqualTo(outer.size() <= 8 + words.length / 64);
        Calls expected = new Calls();
        RandomRecords.feed(outer.stream().mapToLong(Long::longValue).toArray(), -1_000, 21, 21, expected);
        assertThat(calls.seen.subList(1, calls.seen.size())).isEqualTo(expected.seen.subList(1, expected.seen.size()));
    }

    @Test
    void outline_hasTheLinksOfItsCallsAndNoOtherPassOrRun() throws RecordingException {
        List<Long> outer = List.of(
                link(SpoolLayout.CONTROL_RESULT, 77),
                RandomRecords.record(SpoolLayout.KIND_EXIT, 10, 7),
                link(SpoolLayout.CONTROL_RUN, 5),
                RandomRecords.record(SpoolLayout.KIND_ENTER, 20, 9),
                link(SpoolLayout.CONTROL_ARGUMENTS, 8),
                RandomRecords.record(SpoolLayout.KIND_ENTER, 90, 10));
        List<Long> all = new ArrayList<>(outer);
        all.addAll(
                4,
                List.of(
                        link(SpoolLayout.CONTROL_FORWARD, 1),
                        link(SpoolLayout.CONTROL_PASS, 6),
                        RandomRecords.record(SpoolLayout.KIND_ENTER, 30, 3),
                        link(SpoolLayout.CONTROL_RUN, 6),
                        RandomRecords.record(SpoolLayout.KIND_ENTER, 40, 3),
                        RandomRecords.record(SpoolLayout.KIND_EXIT, 50, 3),
                        RandomRecords.record(SpoolLayout.KIND_ENTER, 60, 4),
                        RandomRecords.record(SpoolLayout.KIND_EXIT, 70, 4)));
        long[] words = all.stream().mapToLong(Long::longValue).toArray();
        byte[] packed = pack(words, 6_000);

        assertThat(outlined(packed, false)).isEqualTo(fed(outer));
        assertThat(outlined(packed, true))
                .containsAll(fed(outer))
                .contains("link " + SpoolLayout.CONTROL_PASS + " 6", "0 -960 3", "1 -950 3")
                .doesNotContain("0 -940 4");
    }

    @Test
    void outlineThatDoesNotEndAtItsNumbers_isARecordingException() {
        long[] words = {
            RandomRecords.record(SpoolLayout.KIND_ENTER, 20, 9), RandomRecords.record(SpoolLayout.KIND_ENTER, 90, 10),
        };
        byte[] packed = pack(words, 6_000);
        packed[packed.length - Integer.BYTES - Short.BYTES]--;

        assertThatThrownBy(() -> outlined(packed, false))
                .isInstanceOf(RecordingException.class)
                .hasMessage("an outline ends before its numbers");
    }

    /** Returns what a reader sees that skips the calls which begin and end in a frame. */
    private static List<String> outlined(byte[] packed, boolean needsPasses) throws RecordingException {
        Calls calls = new Calls();
        ChunkFrame read = outline(packed, new EventConsumer() {
            @Override
            public void accept(TraceEvent event) {}

            @Override
            public boolean needsPasses() {
                return needsPasses;
            }
        });
        read.readRun(calls, new CallRecords());
        return calls.seen;
    }

    private static ChunkFrame outline(byte[] packed, EventConsumer consumer) throws RecordingException {
        ChunkFrame read = new ChunkFrame();
        read.reset(packed, RecordingFormat.FRAME_HEADER_BYTES, packed.length);
        int bytes = ChunkFrame.outlineBytes(packed, packed.length, consumer);
        if (bytes < 0) {
            read.skipInnerCalls();
        } else {
            read.resetToOutline(
                    packed, packed.length - bytes, packed.length, read.owner(), read.thread(), read.nextNanos());
        }
        return read;
    }

    private static List<String> fed(List<Long> words) {
        Calls calls = new Calls();
        RandomRecords.feed(words.stream().mapToLong(Long::longValue).toArray(), -1_000, 21, 21, calls);
        return calls.seen;
    }

    private static long link(int control, long number) {
        return RandomRecords.record(SpoolLayout.KIND_CONTROL, number, control);
    }

    @Test
    void frameCutAnywhere_isARecordingException() {
        byte[] packed = pack(RandomRecords.words(new SplittableRandom(5), 50, SpoolLayout.MAX_METHOD_ID), 0);

        int recordsEnd = packed.length - RecordingFormat.OUTLINE_END_BYTES;
        for (int end = RecordingFormat.FRAME_HEADER_BYTES; end < recordsEnd; end++) {
            int cut = end;
            assertThatThrownBy(() -> {
                        ChunkFrame read = new ChunkFrame();
                        read.reset(packed, RecordingFormat.FRAME_HEADER_BYTES, cut);
                        while (read.hasMore()) {
                            read.readRun(new Calls(), new CallRecords());
                        }
                    })
                    .as("cut at " + end)
                    .isInstanceOf(RecordingException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 63, 64, 127, 128, 1L << 40, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE})
    void number_isTheSameInAFrame(long value) throws RecordingException {
        frame.begin(RecordingFormat.TEXT);
        frame.varint(value).signed(value).string("ü\u0000😀").signed(-value);
        byte[] bytes = bytes();

        FrameCursor cursor = new FrameCursor();
        cursor.reset(bytes, RecordingFormat.FRAME_HEADER_BYTES, bytes.length);

        assertThat(cursor.varint()).isEqualTo(value);
        assertThat(cursor.signed()).isEqualTo(value);
        assertThat(cursor.string()).isEqualTo("ü\u0000😀");
        assertThat(cursor.signed()).isEqualTo(-value);
        assertThat(cursor.hasMore()).isFalse();
    }

    @Test
    void numberTooLong_isARecordingException() {
        FrameCursor cursor = new FrameCursor();
        byte[] endless = new byte[20];
        Arrays.fill(endless, (byte) 0x80);
        cursor.reset(endless, 0, endless.length);

        assertThatThrownBy(cursor::varint).isInstanceOf(RecordingException.class);
    }

    private byte[] pack(long[] words, long startNanos) {
        RecordingWriter.chunkFrame(frame, packer, HEADER, startNanos, 0, HEADER.thread(), words, 0, words.length, null);
        return bytes();
    }

    private byte[] bytes() {
        ByteBuffer bytes = frame.end();
        byte[] packed = new byte[bytes.remaining()];
        bytes.get(packed);
        return packed;
    }

    /** Joins adjacent runs of one thread: the frame alone determines where a run ends. */
    private static final class Calls implements RecordSink {
        private final List<String> seen = new ArrayList<>();
        private long lost;

        @Override
        public void thread(long threadId, boolean virtual) {
            dropEmptyRunAtTheEnd();
            seen.add("thread " + threadId + " " + virtual);
        }

        void dropEmptyRunAtTheEnd() {
            if (!seen.isEmpty() && seen.get(seen.size() - 1).startsWith("thread")) {
                seen.remove(seen.size() - 1);
            }
        }

        @Override
        public void record(int kind, long nanos, int methodId) {
            seen.add(kind + " " + nanos + " " + methodId);
        }

        @Override
        public void link(int code, long pass) {
            seen.add("link " + code + " " + pass);
        }

        @Override
        public void lost(long records) {
            lost += records;
        }
    }
}
