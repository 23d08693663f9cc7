// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.handler.path.CallPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * A tree of call paths in columns, each path after its caller. If there are too many paths, those with the longest
 * total time are taken; the others are added up beside them.
 */
final class FlameModel {
    /** Index of the name of paths that are added up. */
    static final int SMALLER = -1;

    private record Candidate(CallPath path, int parent) {}

    private final NameIndex names;
    private final List<Integer> parents = new ArrayList<>();
    private final List<Integer> nameIndexes = new ArrayList<>();
    private final List<Long> calls = new ArrayList<>();
    private final List<Long> totals = new ArrayList<>();
    private final List<Long> selves = new ArrayList<>();
    /** The numbers of the paths with calls that have not ended. */
    private final List<Integer> unfinished = new ArrayList<>();

    private FlameModel(NameIndex names) {
        this.names = names;
    }

    /**
     * Returns the columns of a tree.
     *
     * @param most limit of paths, without those that are added up
     */
    static Map<String, Object> of(List<CallPath> roots, int most, NameIndex names) {
        FlameModel model = new FlameModel(names);
        model.take(roots, most);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("parent", model.parents);
        json.put("name", model.nameIndexes);
        json.put("calls", model.calls);
        json.put("total", model.totals);
        json.put("self", model.selves);
        json.put("unfinished", model.unfinished);
        return json;
    }

    private void take(List<CallPath> roots, int most) {
        PriorityQueue<Candidate> candidates =
                new PriorityQueue<>(Comparator.comparingLong((Candidate candidate) -> candidate.path.totalNanos())
                        .reversed());
        roots.forEach(root -> candidates.add(new Candidate(root, -1)));
        while (!candidates.isEmpty() && parents.size() < most) {
            Candidate longest = candidates.remove();
            int index = parents.size();
            CallPath path = longest.path;
            if (path.unfinished() > 0) {
                unfinished.add(index);
            }
            add(
                    longest.parent,
                    names.of(path.name()),
                    path.calls() + path.unfinished(),
                    path.totalNanos(),
                    path.selfNanos());
            path.children().forEach(child -> candidates.add(new Candidate(child, index)));
        }
        Map<Integer, long[]> smaller = new LinkedHashMap<>();
        for (Candidate left : candidates) {
            long[] sums = smaller.computeIfAbsent(left.parent, parent -> new long[2]);
            sums[0] += left.path.callsWithin();
            sums[1] += left.path.totalNanos();
        }
        smaller.forEach((parent, sums) -> add(parent, SMALLER, sums[0], sums[1], sums[1]));
    }

    private void add(int parent, int name, long count, long total, long self) {
        parents.add(parent);
        nameIndexes.add(name);
        calls.add(count);
        totals.add(total);
        selves.add(self);
    }
}
