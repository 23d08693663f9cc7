// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.text.CountText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The gaps in recordings, from which a difference may come instead of from the program.
 *
 * @param lostRecords records that were dropped
 * @param overwrittenRecords older records that were dropped for newer ones
 * @param cut recordings that end in the middle, as that of a killed JVM
 * @param damaged recordings that cannot be read in part
 * @param droppedMethods methods that were dropped for the budget; their later time is in their callers' self time
 */
public record MissingData(
        long lostRecords, long overwrittenRecords, long cut, long damaged, Set<String> droppedMethods) {
    /** Nothing is missing. */
    public static final MissingData NONE = new MissingData(0, 0, 0, 0, Set.of());

    public MissingData {
        droppedMethods = Set.copyOf(droppedMethods);
    }

    /** Returns what one recording lacks. */
    public static MissingData of(ImportReport source, Recordings recordings) {
        boolean damaged = source.problems().keySet().stream()
                .anyMatch(problem -> problem != ImportProblem.TRUNCATED && problem.losesData());
        return new MissingData(
                recordings.sum(EndFacts.LOST),
                recordings.sum(EndFacts.OVERWRITTEN),
                source.truncated() ? 1 : recordings.earlyEnds().size(),
                damaged ? 1 : 0,
                recordings.droppedMethods().keySet());
    }

    /** Returns what these and other recordings lack. */
    MissingData and(MissingData other) {
        Set<String> allDropped = new HashSet<>(droppedMethods);
        allDropped.addAll(other.droppedMethods);
        return new MissingData(
                lostRecords + other.lostRecords,
                overwrittenRecords + other.overwrittenRecords,
                cut + other.cut,
                damaged + other.damaged,
                allDropped);
    }

    /** Returns a part of a sentence for the user; empty if nothing is missing. */
    String text() {
        List<String> parts = new ArrayList<>();
        add(parts, lostRecords, "record", " lost");
        add(parts, overwrittenRecords, "older record", " dropped");
        add(parts, cut, "recording", " cut off");
        add(parts, damaged, "recording", " damaged");
        if (!droppedMethods.isEmpty()) {
            parts.add(PassSites.counted(droppedMethods) + " dropped for the budget");
        }
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, long count, String noun, String verb) {
        if (count > 0) {
            parts.add(CountText.of(count, noun) + verb);
        }
    }
}
