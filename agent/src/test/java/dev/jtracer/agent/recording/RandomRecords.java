// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import dev.jtracer.bootstrap.RecordLayout;
import java.util.SplittableRandom;

/** Random records of every kind that a chunk may hold, whether or not calls match. */
public final class RandomRecords {
    private static final long MAX_DELTA = (1L << RecordLayout.DELTA_BITS) - 1;

    private RandomRecords() {}

    public static long record(int kind, long delta, int methodId) {
        return delta << RecordLayout.DELTA_SHIFT | (long) methodId << RecordLayout.KIND_BITS | kind;
    }

    public static long switchTo(long threadId) {
        return record(RecordLayout.KIND_CONTROL, threadId, RecordLayout.CONTROL_SWITCH);
    }

    /**
     * Creates this many records with rising times; the last ones may reach the largest possible time.
     *
     * @param largestId largest method id, used as often as the smallest ones
     */
    static long[] words(SplittableRandom random, int count, int largestId) {
        long[] words = new long[count];
        long delta = 0;
        for (int i = 0; i < count; i++) {
            if (random.nextInt(20) == 0) {
                words[i] = switchTo(1 + random.nextLong(random.nextBoolean() ? 5 : MAX_DELTA));
                continue;
            }
            int links = random.nextInt(10) == 0 ? putLinks(words, i, random) : 0;
            i += links;
            long most = MAX_DELTA - delta;
            long step = random.nextInt(50) == 0 ? random.nextLong(most + 1) : random.nextInt(500);
            delta += Math.min(step, most);
            int id = random.nextInt(3) == 0 ? largestId - random.nextInt(3) : 1 + random.nextInt(4);
            words[i] = record(links > 0 ? kindAfter(words[i - 1]) : random.nextInt(3), delta, id);
        }
        return words;
    }

    /** Returns the kind of record that a link belongs to: a result to the end of a call, any other to a begin. */
    private static int kindAfter(long link) {
        return RecordLayout.isOfExit(RecordLayout.methodId(link)) ? RecordLayout.KIND_EXIT : RecordLayout.KIND_ENTER;
    }

    /** Stores the links before a record, which takes a slot itself. Returns the number of links. */
    private static int putLinks(long[] words, int at, SplittableRandom random) {
        int control = random.nextInt(4) == 0
                ? RecordLayout.CONTROL_RESULT + random.nextInt(4)
                : RecordLayout.CONTROL_PASSING + random.nextInt(3);
        boolean hop = control == RecordLayout.CONTROL_PASSING && random.nextBoolean();
        int links = hop ? 2 : 1;
        if (at + links >= words.length) {
            return 0;
        }
        words[at] = record(RecordLayout.KIND_CONTROL, random.nextLong(MAX_DELTA), RecordLayout.CONTROL_HOP);
        words[at + links - 1] = record(RecordLayout.KIND_CONTROL, random.nextLong(MAX_DELTA), control);
        return links;
    }

    /** Passes the decoded records to a sink. */
    static void feed(long[] words, long baseNanos, long owner, long firstThread, RecordSink sink) {
        sink.thread(firstThread, firstThread != owner);
        for (long word : words) {
            if (RecordLayout.isLink(word)) {
                sink.link(RecordLayout.methodId(word), RecordLayout.delta(word));
            } else if (RecordLayout.kind(word) == RecordLayout.KIND_CONTROL) {
                long thread = RecordLayout.delta(word);
                sink.thread(thread, thread != owner);
            } else {
                sink.record(RecordLayout.kind(word), baseNanos + RecordLayout.delta(word), RecordLayout.methodId(word));
            }
        }
    }
}
