// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.util.Arrays;

/** The records that one thread stored, or tried to store: the kind, method and time of each. */
public final class CallStream {
    private int[] codes = new int[1024];
    private long[] nanos = new long[1024];
    private int size;
    private boolean virtual;

    public void add(int kind, long when, int methodId) {
        if (size == codes.length) {
            codes = Arrays.copyOf(codes, size * 2);
            nanos = Arrays.copyOf(nanos, size * 2);
        }
        codes[size] = methodId << 2 | kind;
        nanos[size++] = when;
    }

    public void virtual(boolean isVirtual) {
        virtual = isVirtual;
    }

    public boolean isVirtual() {
        return virtual;
    }

    public int size() {
        return size;
    }

    /** Returns kinds and methods, in order. */
    public int[] codes() {
        return Arrays.copyOf(codes, size);
    }

    /** Returns times, in order. */
    public long[] nanos() {
        return Arrays.copyOf(nanos, size);
    }

    /** Returns whether no record is older than the previous one. */
    public boolean isInOrderOfTime() {
        for (int i = 1; i < size; i++) {
            if (nanos[i] < nanos[i - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether this is the other stream with some records missing. */
    public boolean isWhatIsLeftOf(CallStream other) {
        int at = 0;
        for (int i = 0; i < other.size && at < size; i++) {
            if (other.codes[i] == codes[at]) {
                at++;
            }
        }
        return at == size;
    }
}
