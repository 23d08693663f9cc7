// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;

/**
 * Fills the heap to the last byte again and again. Ends the JVM if that reaches the default handler for exceptions.
 */
public final class FullHeap {
    private static final int ROUNDS = 15;
    private static final int COLLECTIONS = 5;
    private static final int LARGEST = 1 << 16;

    private FullHeap() {}

    /** Prints how often the heap was full. */
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, failure) -> Runtime.getRuntime().halt(99));
        int full = 0;
        for (int round = 0; round < ROUNDS; round++) {
            full += fill() > 0 ? 1 : 0;
        }
        System.out.println("full " + full + " times");
    }

    /**
     * Collects in vain while the heap is full: the tracer's threads then need memory to report how long that took.
     */
    private static int fill() {
        List<Object> kept = new ArrayList<>(1 << 16);
        int refused = 0;
        for (int size = LARGEST; size > 0; size /= 16) {
            try {
                while (kept.size() < 1 << 16) {
                    kept.add(allocate(size));
                }
            } catch (OutOfMemoryError expected) {
                refused++;
            }
        }
        for (int i = 0; i < COLLECTIONS && !kept.isEmpty(); i++) {
            System.gc();
        }
        return refused;
    }

    private static Object allocate(int size) {
        return new byte[size];
    }
}
