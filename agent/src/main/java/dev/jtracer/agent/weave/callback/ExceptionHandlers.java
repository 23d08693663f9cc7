// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Label;

/** The search for the labels at which a method's exception handlers begin. */
final class ExceptionHandlers {
    /* A handler that covers its own beginning is skipped: compilers write them for synchronized blocks, to leave
     * the monitor in any case. If code added there met the stack's end, it would run again and again, for ever. */
    private final List<Range> ranges = new ArrayList<>(0);

    private static final class Range {
        final Label start;
        final Label end;
        final Label handler;
        boolean open;

        Range(Label start, Label end, Label handler) {
            this.start = start;
            this.end = end;
            this.handler = handler;
        }
    }

    /** Adds a handler. Must be called for each one before the code is read. */
    void add(Label start, Label end, Label handler) {
        ranges.add(new Range(start, end, handler));
    }

    /**
     * Advances to a label. Must be called for each label in the code, in order.
     *
     * @return whether a handler begins there that does not cover its own beginning
     */
    boolean reaches(Label label) {
        boolean begins = false;
        boolean coversItself = false;
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            range.open = range.start == label || (range.open && range.end != label);
            begins |= range.handler == label;
            coversItself |= range.handler == label && range.open;
        }
        return begins && !coversItself;
    }
}
