// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.call.CallTrees;
import java.util.ArrayList;
import java.util.List;

/**
 * One call or other span of a trace. Subclasses say more about spans of their kind: a database call may show its statement
 * as {@link #title()}. {@link #originalTitle()} stays what the trace says. A view: holds nothing of the trace itself, is
 * created anew at each access.
 */
public class Slice {
    private final SliceData data;

    /** Creates a slice of {@code data}, which its registry passes in. */
    public Slice(SliceData data) {
        this.data = data;
    }

    /** Returns the text for the user; the name in the trace unless a subclass knows better. */
    public String title() {
        return originalTitle();
    }

    /** Returns the name in the trace. */
    public final String originalTitle() {
        return calls().name(call());
    }

    /** Returns what slices of this kind are grouped under; their title unless a subclass knows better. */
    public String groupTitle() {
        return title();
    }

    /** Returns the categories, separated by commas. */
    public final String category() {
        return calls().category(call());
    }

    /** Returns the arguments of both ends; where both have one, that of the end. */
    public final Args args() {
        return calls().args(call());
    }

    /** When it began. */
    public final long startNanos() {
        return calls().startNanos(call());
    }

    /** Nanoseconds from its begin to its end; at least 0. */
    public final long durationNanos() {
        return calls().durNanos(call());
    }

    /** Nanoseconds outside of the slices within it. */
    public final long selfNanos() {
        return calls().selfNanos(call());
    }

    /** Whether no slice is around it. */
    public final boolean isTopLevel() {
        return calls().parent(call()) == CallTrees.NONE;
    }

    /** Whether not both ends are known. */
    public final boolean didNotFinish() {
        return calls().unfinished(call());
    }

    /** Whether it was left by an exception. */
    public final boolean threw() {
        return calls().threw(call());
    }

    /** Returns the slices directly within it, in order of time; marks too if they were kept. New views each time. */
    public final List<Slice> subSlices() {
        List<Slice> slices = new ArrayList<>();
        for (int child = calls().firstChild(call()); child != CallTrees.NONE; child = calls().nextSibling(child)) {
            slices.add(data.types().slice(calls(), child));
        }
        return slices;
    }

    private CallTrees calls() {
        return data.calls();
    }

    private int call() {
        return data.call();
    }

    @Override
    public String toString() {
        return title();
    }
}
