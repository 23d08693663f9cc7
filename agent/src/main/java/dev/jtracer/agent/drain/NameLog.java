// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.agent.memory.MappedPart;
import dev.jtracer.engine.jtr.FrameBuffer;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The names that are not in the recording yet, in mapped memory that survives the process. Any thread may append; one
 * thread clears.
 */
public final class NameLog {
    /* Two halves: names are appended to one while those in the other are being written, so that neither side waits.
     * SpoolLayout shows the layout of a half. */
    private final MappedPart memory;
    private final int halfBytes;
    private final int[] ends = {SpoolLayout.NAME_FRAMES, SpoolLayout.NAME_FRAMES};
    private final FrameBuffer frame = new FrameBuffer();
    private int active;

    /** @param memory zeroed */
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
        if (halfBytes - at < SpoolLayout.nameFrameBytes(length) + Integer.BYTES) {
            memory.putInt(half + SpoolLayout.NAMES_UNSAVED, unsaved(active) + names.length);
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
        ends[active] = at + SpoolLayout.nameFrameBytes(length);
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
        memory.putInt(half + SpoolLayout.NAMES_UNSAVED, 0);
        // From the front, so that a process killed in between leaves an empty half, not half a name.
        memory.putInt(half + SpoolLayout.NAME_FRAMES, 0);
        VarHandle.releaseFence();
        memory.clear(half + SpoolLayout.NAME_FRAMES, ends[older] - SpoolLayout.NAME_FRAMES);
        ends[older] = SpoolLayout.NAME_FRAMES;
    }

    private boolean isEmpty(int half) {
        return ends[half] == SpoolLayout.NAME_FRAMES && unsaved(half) == 0;
    }

    private int unsaved(int half) {
        return memory.getInt(half * halfBytes + SpoolLayout.NAMES_UNSAVED);
    }
}
