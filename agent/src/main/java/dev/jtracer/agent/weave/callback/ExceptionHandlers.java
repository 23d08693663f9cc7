// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Label;

/** Finds where a method's exception handlers begin, as its code is read. */
final class ExceptionHandlers {
    /* A handler that covers its own beginning is left out: compilers write such for synchronized blocks, to leave the monitor
     * whatever happens. Code of ours there that ends with the stack would run again and again, for ever. */
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

    /** To be called for each handler, before the code is read. */
    void add(Label start, Label end, Label handler) {
        ranges.add(new Range(start, end, handler));
    }

    /**
     * To be called for each label in the code, in order.
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
