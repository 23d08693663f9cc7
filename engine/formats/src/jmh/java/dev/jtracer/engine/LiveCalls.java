// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Enters and exits of four threads over 500 names, in bursts of one thread, as the tracer drains them. */
@State(Scope.Thread)
public class LiveCalls {
    public static final int EVENTS = 1 << 16;
    private static final int THREADS = 4;
    private static final int MAX_DEPTH = 12;

    public final StringTable names = new StringTable();
    public final TrackTable tracks = new TrackTable();
    public final int[] nameIndexes = new int[EVENTS];
    public final int[] trackIndexes = new int[EVENTS];
    public final int[] gapNanos = new int[EVENTS];
    public final boolean[] enter = new boolean[EVENTS];
    /** Goes on from one round to the next, so that times never go back. */
    public long nowNanos;

    @Setup(Level.Trial)
    public void make() {
        Random random = new Random(42);
        for (int i = 0; i < 500; i++) {
            names.add("com.acme.shop.Type" + i + ".someMethod");
        }
        int[][] stacks = new int[THREADS][MAX_DEPTH];
        int[] depths = new int[THREADS];
        for (int i = 0; i < THREADS; i++) {
            tracks.addThread(Track.Kind.THREAD, 1, 10 + i, "worker-" + i);
        }
        int left = EVENTS;
        for (int i = 0; i < EVENTS; i++, left--) {
            int thread = (i >> 10) % THREADS;
            int openCalls = depths[0] + depths[1] + depths[2] + depths[3];
            if (left <= openCalls) {
                while (depths[thread] == 0) {
                    thread = (thread + 1) % THREADS;
                }
            }
            boolean enters = left > openCalls
                    && (depths[thread] == 0 || (depths[thread] < MAX_DEPTH && random.nextBoolean()));
            enter[i] = enters;
            trackIndexes[i] = thread;
            gapNanos[i] = 20 + random.nextInt(200);
            if (enters) {
                nameIndexes[i] = random.nextInt(500);
                stacks[thread][depths[thread]++] = nameIndexes[i];
            } else {
                nameIndexes[i] = stacks[thread][--depths[thread]];
            }
        }
    }

    /** The calls as a file. Time goes on in it. */
    public byte[] file() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SegmentedTraceWriter writer = new SegmentedTraceWriter(
                part -> out,
                names,
                tracks,
                new RecordingInfo(1, "bench", List.of(), Map.of(), 0),
                TraceLimits.DEFAULT);
        for (int i = 0; i < LiveCalls.EVENTS; i++) {
            nowNanos += gapNanos[i];
            if (enter[i]) {
                writer.enter(trackIndexes[i], nameIndexes[i], nowNanos);
            } else {
                writer.exit(trackIndexes[i], nameIndexes[i], nowNanos, false);
            }
        }
        writer.finish(nowNanos, Map.of());
        return out.toByteArray();
    }
}
