// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.jtr.FrameCursor;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingFormat;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reader of a recording's texts, stalls and CPU times in the order of its files. One at a time can read it. */
final class PointReader {
    private static final int PART_SHIFT = 48;

    private final List<FrameReader> files;
    private final FrameCursor cursor = new FrameCursor();
    private byte[] bytes = new byte[0];
    private int part;
    private RecordedText text = new RecordedText(0, 0, "");
    private long nanos;
    private long lateNanos;
    private long threadId;
    private long cpuNanos;

    /** Starts before the first point. */
    PointReader(List<FrameReader> files) {
        this.files = files;
        for (FrameReader file : files) {
            file.rewind();
        }
    }

    /** Reads the next point. Returns false if there is none. */
    boolean next() throws IOException {
        while (part < files.size()) {
            FrameReader file = files.get(part);
            while (file.nextBesidesChunks()) {
                switch (file.type()) {
                    case RecordingFormat.TEXT, RecordingFormat.STALL, RecordingFormat.CPU -> {
                        decode(file);
                        return true;
                    }
                    default -> {}
                }
            }
            part++;
        }
        return false;
    }

    /** Reads a text by its position. The current point stays. */
    RecordedText textAt(long position) throws IOException {
        FrameReader file = files.get((int) (position >>> PART_SHIFT));
        long payload = position & (1L << PART_SHIFT) - 1;
        int length = file.lengthAt(payload);
        bytes = file.read(payload, length, bytes);
        cursor.reset(bytes, 0, length);
        return decodeText();
    }

    private void decode(FrameReader file) throws IOException {
        bytes = file.begin(file.length(), bytes);
        cursor.reset(bytes, 0, file.length());
        try {
            if (file.type() == RecordingFormat.TEXT) {
                text = decodeText();
                nanos = text.nanos();
            } else {
                nanos = cursor.signed();
                if (isStall()) {
                    lateNanos = cursor.varint();
                } else {
                    threadId = cursor.varint();
                    cpuNanos = cursor.varint();
                }
            }
        } catch (RecordingException e) {
            throw file.damaged(file.payload(), e);
        }
    }

    private RecordedText decodeText() throws RecordingException {
        return new RecordedText(cursor.varint(), cursor.signed(), cursor.string());
    }

    boolean isStall() {
        return files.get(part).type() == RecordingFormat.STALL;
    }

    boolean isCpu() {
        return files.get(part).type() == RecordingFormat.CPU;
    }

    /** Returns the text, if the point is one. */
    RecordedText text() {
        return text;
    }

    long nanos() {
        return nanos;
    }

    long lateNanos() {
        return lateNanos;
    }

    /** Returns the thread whose CPU time was read, and that time. */
    Map<String, Long> cpu() {
        return TraceWords.cpu(threadId, cpuNanos);
    }

    /** Returns the point's position, for {@link #textAt}. */
    long position() {
        return (long) part << PART_SHIFT | files.get(part).payload();
    }
}
