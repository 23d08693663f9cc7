// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.call.CallTrees;
import java.util.ArrayList;
import java.util.List;

/**
 * A call or other span of a trace. Subclasses add data about spans of their kind: a database call may show its statement as
 * {@link #title()}. {@link #originalTitle()} is always the name in the trace. A view without data of its own, created at
 * each access.
 */
public class Slice {
    private final SliceData data;

    /** Creates a slice of {@code data}, which its registry passes in. */
    public Slice(SliceData data) {
        this.data = data;
    }

    /** Returns the text for the user; the name in the trace unless a subclass overrides it. */
    public String title() {
        return originalTitle();
    }

    /** Returns the name in the trace. */
    public final String originalTitle() {
        return calls().name(call());
    }

    /** Returns the title of the group of slices of this kind; their own title unless a subclass overrides it. */
    public String groupTitle() {
        return title();
    }

    /** Returns the categories, separated by commas. */
    public final String category() {
        return calls().category(call());
    }

    /** Returns the arguments of both ends; of an argument at both, that of the end. */
    public final Args args() {
        return calls().args(call());
    }

    /** Returns the time of its begin. */
    public final long startNanos() {
        return calls().startNanos(call());
    }

    /** Returns the nanoseconds from its begin to its end, at least 0. */
    public final long durationNanos() {
        return calls().durNanos(call());
    }

    /** Returns its nanoseconds outside of inner slices. */
    public final long selfNanos() {
        return calls().selfNanos(call());
    }

    /** Returns whether no slice is around it. */
    public final boolean isTopLevel() {
        return calls().parent(call()) == CallTrees.NONE;
    }

    /** Returns whether its begin or end is not known. */
    public final boolean didNotFinish() {
        return calls().unfinished(call());
    }

    /** Returns whether it ended by an exception. */
    public final boolean threw() {
        return calls().threw(call());
    }

    /** Returns new views of the slices directly within it, in the order of time, including marks if they were kept. */
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
