// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import dev.jtracer.bootstrap.RecordLayout;

/** Encoder of a chunk's records into the record form of {@link RecordingFormat}. */
public final class RecordPacker {
    /* An exit carries no method id when it ends the innermost call that began in this frame. That covers all exits but
     * those at a frame's edge, and a call takes 5 to 6 bytes instead of the 16 in the spool. */
    private static final int MOST_BYTES_A_RECORD = 17;

    private int[] open = new int[1 << 13];

    /** Appends {@code words[from]} up to, but without, {@code words[to]} to a frame. */
    void pack(long[] words, int from, int to, FrameBuffer frame) {
        int records = to - from;
        byte[] bytes = frame.reserve(records * MOST_BYTES_A_RECORD);
        if (open.length < records) {
            open = new int[records];
        }
        int[] stack = open;
        int depth = 0;
        int at = frame.size();
        long before = 0;
        boolean passing = false;
        for (int i = from; i < to; i++) {
            long record = words[i];
            int kind = RecordLayout.kind(record);
            if (kind == RecordLayout.KIND_CONTROL) {
                int control = RecordLayout.methodId(record);
                bytes[at++] = RecordingFormat.CODE_OTHER;
                bytes[at++] = RecordingFormat.subOfControl(control);
                at = FrameBuffer.putVarint(bytes, at, RecordLayout.delta(record));
                depth = control == RecordLayout.CONTROL_SWITCH ? 0 : depth;
                passing = control == RecordLayout.CONTROL_PASSING;
                continue;
            }
            long delta = RecordLayout.delta(record);
            // A thread's clock never runs backwards, but a faulty clock source must not make the file unreadable.
            long step = Math.max(0, delta - before) << RecordingFormat.CODE_BITS;
            before = Math.max(before, delta);
            int id = RecordLayout.methodId(record);
            if (kind == RecordLayout.KIND_ENTER) {
                if (!passing) {
                    stack[depth++] = id;
                }
                passing = false;
                at = FrameBuffer.putVarint(bytes, at, step | RecordingFormat.CODE_ENTER);
                at = FrameBuffer.putVarint(bytes, at, id);
            } else if (depth > 0 && stack[depth - 1] == id) {
                depth--;
                int code = kind == RecordLayout.KIND_EXIT ? RecordingFormat.CODE_EXIT : RecordingFormat.CODE_THROW;
                at = FrameBuffer.putVarint(bytes, at, step | code);
            } else {
                at = FrameBuffer.putVarint(bytes, at, step | RecordingFormat.CODE_OTHER);
                bytes[at++] = kind == RecordLayout.KIND_EXIT ? RecordingFormat.OTHER_EXIT : RecordingFormat.OTHER_THROW;
                at = FrameBuffer.putVarint(bytes, at, id);
            }
        }
        frame.size(at);
    }
}
