// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.SpoolLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The names of methods that a process had not written to its recording before its death. */
public final class SpoolNames {
    private final List<byte[]> payloads = new ArrayList<>();
    private long unsaved;

    /** Reads the names out of a spool, see {@link SpoolLayout}. */
    public SpoolNames(ByteBuffer memory) {
        int half = memory.capacity() / 2;
        for (int from = 0; from < 2 * half; from += half) {
            addHalf(memory.slice(from, half).order(ByteOrder.nativeOrder()));
        }
    }

    private void addHalf(ByteBuffer half) {
        unsaved += half.getInt(SpoolLayout.NAMES_UNSAVED);
        int at = SpoolLayout.NAME_FRAMES;
        while (at + Integer.BYTES <= half.capacity()) {
            int length = half.getInt(at);
            if (length <= 0 || length > half.capacity() - at - Integer.BYTES) {
                return;
            }
            byte[] payload = new byte[length];
            half.get(at + Integer.BYTES, payload);
            payloads.add(payload);
            at += SpoolLayout.nameFrameBytes(length);
        }
    }

    public List<byte[]> payloads() {
        return payloads;
    }

    /** Returns the number of names that did not fit. */
    public long unsaved() {
        return unsaved;
    }
}
