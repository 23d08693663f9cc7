// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.ImportProblem;
import java.util.HashMap;
import java.util.Map;

/** Numbers of processes in a trace put together: as in the source, unless another group of sources has it already. */
final class ProcessNumbers {
    /** Added to a number that is taken, as often as it takes: 4711 becomes 10004711, in which one sees where it comes from. */
    private static final long STEP = 10_000_000;

    private final Map<Long, Integer> groupOfNumber = new HashMap<>();
    private final Map<Integer, Map<Long, Long>> numbersOfGroup = new HashMap<>();
    private final ProblemCounts problems;

    ProcessNumbers(ProblemCounts problems) {
        this.problems = problems;
    }

    long number(int group, long pid, String source) {
        return numbersOfGroup
                .computeIfAbsent(group, first -> new HashMap<>())
                .computeIfAbsent(pid, first -> free(group, pid, source));
    }

    private long free(int group, long pid, String source) {
        long number = pid;
        while (groupOfNumber.getOrDefault(number, group) != group) {
            number += STEP;
        }
        groupOfNumber.put(number, group);
        if (number != pid) {
            problems.add(ImportProblem.PROCESS_RENUMBERED, pid + " of " + source + " is " + number);
        }
        return number;
    }
}
