// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Destination of a recording's frames. Used by one thread at a time. */
public interface FrameFile extends Closeable {
    /**
     * Writes a whole frame, or fails and leaves no part of it.
     *
     * @param type as in {@link RecordingFormat}
     * @param records the records that it holds; {@link FrameRecords#NONE} unless it is a chunk frame
     * @param frame a buffer with an accessible array
     */
    void write(byte type, FrameRecords records, ByteBuffer frame) throws IOException;

    /** Releases the state of a thread that appears in no further frame. */
    default void threadEnded(long threadId) {}

    /** Deletes what no {@link RetainedTimes} holds, if there is one, because the recording ends. */
    default void dropUnheld() throws IOException {}

    /** Returns the number of bytes in the file or files now. */
    long bytes();

    /** Returns whether a frame stays at its position, so that it can be read again. */
    default boolean canReread() {
        return false;
    }

    /** Reads bytes of frames that {@linkplain #canReread stay} into {@code buffer} or a larger array; returns it. */
    default byte[] read(long position, int length, byte[] buffer) throws IOException {
        throw new UnsupportedOperationException("frames do not stay where they were written");
    }

    /** Returns how many records were written before and have been deleted since. */
    default long overwritten() {
        return 0;
    }
}
