// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.event.LongIntTable;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import java.util.Arrays;

/**
 * A cursor over the samples of a thread: one at each begin and each end of a call, with the stack from then on.
 *
 * <pre>
 *   begin outer   begin inner         end inner   end outer
 *   outer         outer, inner        outer       none
 * </pre>
 *
 * The first sample is at the start of the trace, so that the viewer does not mark the time before the thread's first
 * call as unknown. The viewer's graph of a thread divides the time between two samples evenly among both. A stack
 * that lasts so long that this is visible has a second sample at its end.
 */
final class SampleCursor {
    /** The number for no stack, and for the caller of an outermost function. */
    static final int NO_STACK = -1;

    private final ExportedTrace trace;
    private final FrameNumbers functions;
    private final StackTree stacks;
    private final CallCursor calls;
    private final long visibleNanos;
    private long nanos;
    private int stack = NO_STACK;
    private boolean isStarted;
    /** Whether the next boundary has been read, but has no sample yet. */
    private boolean isPending;

    private long pendingNanos;
    private int pendingStack;

    /** @param visibleNanos time after which a stack has a second sample */
    SampleCursor(ExportedTrace trace, ThreadRow row, FrameNumbers functions, StackTree stacks, long visibleNanos) {
        this.trace = trace;
        this.functions = functions;
        this.stacks = stacks;
        this.calls = trace.uncounted(row, CallCursor.Times.NESTED);
        this.nanos = trace.startNanos();
        this.visibleNanos = visibleNanos;
    }

    /** Moves to the next sample. Returns false after the last. */
    boolean next() {
        if (isPending) {
            take();
            return true;
        }
        if (!advance()) {
            return false;
        }
        isPending = true;
        if (isStarted && pendingNanos - nanos <= visibleNanos) {
            take();
        } else if (isStarted) {
            nanos = pendingNanos;
        }
        isStarted = true;
        return true;
    }

    private void take() {
        isPending = false;
        nanos = pendingNanos;
        stack = pendingStack;
    }

    private boolean advance() {
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            int call = calls.call();
            if (!trace.isPoint(call)) {
                boolean begins = step == CallCursor.Step.BEGIN;
                pendingNanos = begins ? calls.startNanos() : calls.endNanos();
                pendingStack =
                        begins ? stacks.node(stack, functions.of(trace.trees().nameIndex(call))) : stacks.caller(stack);
                return true;
            }
        }
        return false;
    }

    long nanos() {
        return nanos;
    }

    /** Returns the stack from the sample on, or {@link #NO_STACK}. */
    int stack() {
        return stack;
    }

    /**
     * The different stacks of all threads as a tree. A node is a function and its caller's node, of a lower number.
     */
    static final class StackTree {
        private final LongIntTable nodes = new LongIntTable();
        private int[] functions = new int[64];
        private int[] callers = new int[64];
        private int size;

        /** Returns the node of a function that is called by a node, or by none. */
        int node(int caller, int function) {
            long key = (long) (caller + 1) << Integer.SIZE | function;
            int node = nodes.get(key);
            if (node == LongIntTable.ABSENT) {
                if (size == functions.length) {
                    functions = Arrays.copyOf(functions, size * 2);
                    callers = Arrays.copyOf(callers, size * 2);
                }
                node = size++;
                functions[node] = function;
                callers[node] = caller;
                nodes.put(key, node);
            }
            return node;
        }

        int size() {
            return size;
        }

        int function(int node) {
            return functions[node];
        }

        /** Returns the node of the caller, or {@link #NO_STACK}. */
        int caller(int node) {
            return callers[node];
        }
    }
}
