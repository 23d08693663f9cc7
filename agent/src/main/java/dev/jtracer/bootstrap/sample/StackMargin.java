// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.sample;

import jdk.internal.vm.annotation.DontInline;

/** The room on the stack that the end of a call needs. */
final class StackMargin {
    /* A frame takes 32 bytes compiled and 200 interpreted. A call that begins compiled may end interpreted: its own
     * frame grows by then, and the recorder's end takes a few interpreted frames. */
    private static final int FRAMES_OF_OUTERMOST = 16;
    private static final int FRAMES_OF_RECURSION = 96;

    private StackMargin() {}

    /** Overflows the stack if the end of a root call that begins now might find no room. */
    static void requireForOutermost() {
        frame(FRAMES_OF_OUTERMOST);
    }

    /** Overflows the stack if the end of a recursive call might find no room, also in another compiler tier. */
    static void requireForRecursion() {
        frame(FRAMES_OF_RECURSION);
    }

    @DontInline
    @SuppressWarnings({"unused", "UnusedVariable", "MultiVariableDeclaration"}) // they are the frame's size
    private static int frame(int left) {
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15;
        return left == 0 ? 0 : 1 + frame(left - 1);
    }
}
