// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.text.CountText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lines about recordings that hold a sample of the root calls. */
final class SampledRecordings {
    private SampledRecordings() {}

    /** Returns a line for each share, and one about recordings with several; none if all calls were recorded. */
    static List<String> lines(Recordings recordings) {
        Map<String, List<Recordings.Recording>> byShare = new TreeMap<>();
        for (Recordings.Recording recording : recordings.recordings()) {
            byShare.computeIfAbsent(recording.setting(TraceWords.SAMPLED_CALLS), share -> new ArrayList<>())
                    .add(recording);
        }
        List<String> lines = new ArrayList<>();
        byShare.forEach((share, sampled) -> {
            if (!share.isEmpty()) {
                lines.add(line(share, sampled, byShare.size() > 1));
            }
        });
        if (byShare.size() > 1) {
            lines.add("recordings of different samples are added up: a call of one weighs more than a call of another;"
                    + " report them apart to compare them");
        }
        return lines;
    }

    private static String line(String share, List<Recordings.Recording> sampled, boolean isOfSome) {
        Recordings all = new Recordings(sampled);
        String chosen = CountText.of(all.sum(TraceWords.CALLS_CHOSEN), "root call");
        String dropped = CountText.of(all.sum(TraceWords.CALLS_DROPPED), "other");
        boolean isKnown =
                sampled.stream().allMatch(recording -> recording.counters().number(TraceWords.CALLS_DROPPED) != null);
        return "a sample of " + share + (isOfSome ? " in " + CountText.of(sampled.size(), "recording") : "") + ": "
                + (isKnown
                        ? chosen + " recorded, " + dropped + " dropped"
                        : chosen + " recorded or more, " + dropped + " dropped or more")
                + "; all figures are of what was recorded";
    }
}
