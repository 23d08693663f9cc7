// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.List;

/** The reflows of one track, and those that a script forced. Takes inner spans before outer ones. */
final class ForcedReflows {
    /* The inner spans of a span are the last ones added. So both lists are consumed from the end, and each reflow is
     * visited once. */
    private final List<Reflow> unforced = new ArrayList<>();
    private final List<Reflow> forced = new ArrayList<>();

    record Reflow(int nameIndex, long startNanos, long durNanos, int depth) {
        boolean isWithin(Span span) {
            return depth > span.depth() && startNanos >= span.startNanos();
        }
    }

    void add(Span reflow) {
        long durNanos = reflow.endNanos() - reflow.startNanos();
        unforced.add(new Reflow(reflow.nameIndex(), reflow.startNanos(), durNanos, reflow.depth()));
    }

    /** Takes a script, which forced the reflows within it. */
    void script(Span script) {
        List<Reflow> within = within(script, unforced);
        forced.addAll(within);
        within.clear();
    }

    /** Removes all reflows within a task and returns those that were forced. */
    List<Reflow> takeForced(Span task) {
        within(task, unforced).clear();
        List<Reflow> within = within(task, forced);
        List<Reflow> taken = List.copyOf(within);
        within.clear();
        return taken;
    }

    private static List<Reflow> within(Span span, List<Reflow> reflows) {
        int first = reflows.size();
        while (first > 0 && reflows.get(first - 1).isWithin(span)) {
            first--;
        }
        return reflows.subList(first, reflows.size());
    }
}
