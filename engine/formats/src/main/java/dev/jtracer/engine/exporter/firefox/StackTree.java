// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.event.LongIntTable;
import java.util.Arrays;

/** The different stacks of all threads as a tree. A node is a function and its caller's node, of a lower number. */
final class StackTree {
    /** The number for no stack, and for the caller of an outermost function. */
    static final int NONE = -1;

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

    /** Returns the node of the caller, or {@link #NONE}. */
    int caller(int node) {
        return callers[node];
    }
}
