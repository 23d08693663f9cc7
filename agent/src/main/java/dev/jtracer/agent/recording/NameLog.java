// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import dev.jtracer.agent.memory.MappedPart;
import dev.jtracer.bootstrap.RecordLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The names that are not in the recording yet, in mapped memory that survives the process. Any thread may append; one
 * thread clears.
 */
public final class NameLog {
    /* Two halves: names are appended to one while those in the other are being written, so that neither side waits.
     * RecordLayout shows the layout of a half. */
    private final MappedPart memory;
    private final int halfBytes;
    private final int[] ends = {RecordLayout.NAME_FRAMES, RecordLayout.NAME_FRAMES};
    private final FrameBuffer frame = new FrameBuffer();
    private int active;

    /**
     * Creates an empty log.
     *
     * @param memory zeroed
     */
    public NameLog(MappedPart memory) {
        this.memory = memory;
        this.halfBytes = (int) memory.bytes() / 2;
    }

    synchronized void append(int firstId, String[] names) {
        frame.begin(RecordingFormat.NAMES);
        frame.names(firstId, List.of(names));
        ByteBuffer payload = frame.end();
        payload.position(RecordingFormat.FRAME_HEADER_BYTES);
        int half = active * halfBytes;
        int at = ends[active];
        int length = payload.remaining();
        // The length of the next frame must fit as well: it is 0 and ends the log.
        if (halfBytes - at < frameBytes(length) + Integer.BYTES) {
            memory.putInt(half + RecordLayout.NAMES_UNSAVED, unsaved(active) + names.length);
            return;
        }
        try {
            memory.put(half + at + Integer.BYTES, payload);
            // The length commits the frame: it must not be stored before the names.
            VarHandle.releaseFence();
            memory.putInt(half + at, length);
            memory.check(half + at, length); // fails here, and not later in the thread that loads a class
        } catch (InternalError gone) {
            return; // the recording ends; its names are in the table
        }
        ends[active] = at + frameBytes(length);
    }

    /** Switches to the other half for further names if that is empty. */
    synchronized void turn() {
        int other = 1 - active;
        if (isEmpty(other)) {
            active = other;
        }
    }

    /** Clears the half that is not appended to. */
    synchronized void clearOlder() {
        int older = 1 - active;
        if (isEmpty(older)) {
            return;
        }
        int half = older * halfBytes;
        memory.putInt(half + RecordLayout.NAMES_UNSAVED, 0);
        // From the front, so that a process killed in between leaves an empty half, not half a name.
        memory.putInt(half + RecordLayout.NAME_FRAMES, 0);
        VarHandle.releaseFence();
        memory.clear(half + RecordLayout.NAME_FRAMES, ends[older] - RecordLayout.NAME_FRAMES);
        ends[older] = RecordLayout.NAME_FRAMES;
    }

    /**
     * Returns the size of a frame, padded so that each length is at an aligned address and is stored by one
     * instruction.
     */
    private static int frameBytes(int length) {
        return Integer.BYTES + (length + Integer.BYTES - 1 & -Integer.BYTES);
    }

    private boolean isEmpty(int half) {
        return ends[half] == RecordLayout.NAME_FRAMES && unsaved(half) == 0;
    }

    private int unsaved(int half) {
        return memory.getInt(half * halfBytes + RecordLayout.NAMES_UNSAVED);
    }

    /** Reads the names that a killed process left. */
    public static Rest read(ByteBuffer memory) {
        Rest rest = new Rest();
        int half = memory.capacity() / 2;
        for (int from = 0; from < 2 * half; from += half) {
            rest.add(memory.slice(from, half).order(ByteOrder.nativeOrder()));
        }
        return rest;
    }

    /** Names that the process did not write before its death. */
    public static final class Rest {
        /** Payloads of names frames. */
        public final List<byte[]> payloads = new ArrayList<>();

        /** Number of names that did not fit. */
        public long unsaved;

        private void add(ByteBuffer half) {
            unsaved += half.getInt(RecordLayout.NAMES_UNSAVED);
            int at = RecordLayout.NAME_FRAMES;
            while (at + Integer.BYTES <= half.capacity()) {
                int length = half.getInt(at);
                at += Integer.BYTES;
                if (length <= 0 || length > half.capacity() - at) {
                    return;
                }
                byte[] payload = new byte[length];
                half.get(at, payload);
                payloads.add(payload);
                at += frameBytes(length) - Integer.BYTES;
            }
        }
    }
}
