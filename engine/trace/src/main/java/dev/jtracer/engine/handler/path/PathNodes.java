// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Nodes below one node, at most one of a name. Few are searched one by one, many by an open-addressing table. */
final class PathNodes {
    private static final int FEW = 8;

    private PathNode[] nodes = new PathNode[2];
    private int size;
    /** The node that was found last: calls of one name often follow each other. */
    private @Nullable PathNode latest;
    /** By hash of the name, the index of its node from 1; 0 where there is none. */
    private int @Nullable [] table;

    int size() {
        return size;
    }

    PathNode get(int index) {
        return nodes[index];
    }

    @Nullable
    PathNode find(int nameIndex) {
        PathNode found = latest;
        if (found == null || found.nameIndex != nameIndex) {
            found = search(nameIndex);
            latest = found;
        }
        return found;
    }

    private @Nullable PathNode search(int nameIndex) {
        int[] table = this.table;
        if (table == null) {
            for (int i = 0; i < size; i++) {
                if (nodes[i].nameIndex == nameIndex) {
                    return nodes[i];
                }
            }
            return null;
        }
        int mask = table.length - 1;
        for (int slot = slot(nameIndex, mask); table[slot] != 0; slot = (slot + 1) & mask) {
            PathNode node = nodes[table[slot] - 1];
            if (node.nameIndex == nameIndex) {
                return node;
            }
        }
        return null;
    }

    /** Adds a node of a name that is not among these. */
    void add(PathNode node) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        nodes[size++] = node;
        int[] table = this.table;
        if (table != null && size * 2 <= table.length) {
            enter(table, size);
        } else if (size > FEW) {
            rebuild();
        }
    }

    private void rebuild() {
        int[] grown = new int[Integer.highestOneBit(size) * 4];
        for (int number = 1; number <= size; number++) {
            enter(grown, number);
        }
        table = grown;
    }

    private void enter(int[] table, int number) {
        int mask = table.length - 1;
        int slot = slot(nodes[number - 1].nameIndex, mask);
        while (table[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        table[slot] = number;
    }

    private static int slot(int nameIndex, int mask) {
        int hash = nameIndex * 0x9E3779B1;
        return (hash ^ (hash >>> 15)) & mask;
    }

    /** Removes all nodes. */
    void clear() {
        if (table != null) {
            // Most have few nodes: a large table would be cleared again and again for them.
            table = null;
            nodes = new PathNode[2];
        }
        size = 0;
        latest = null;
    }
}
