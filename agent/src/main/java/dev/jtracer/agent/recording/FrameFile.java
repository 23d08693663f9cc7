// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Where the frames of a recording go. Used by one thread at a time. */
public interface FrameFile extends Closeable {
    /**
     * Writes a frame whole, or fails and leaves no part of it.
     *
     * @param type as in {@link RecordingFormat}
     * @param records how many records it holds; 0 unless it is a chunk frame
     * @param frame in an array
     */
    void write(byte type, int records, ByteBuffer frame) throws IOException;

    /** A thread will not be in any further frame. */
    default void threadEnded(long threadId) {}

    /** Bytes written so far. */
    long bytes();

    /** Whether a frame stays where it was written, to be read again. */
    boolean keepsFrames();

    /** Reads what was written at a position into {@code buffer}, or a larger array, and returns it. */
    byte[] read(long position, int length, byte[] buffer) throws IOException;

    /** Records written before and thrown away since. */
    long overwritten();
}
