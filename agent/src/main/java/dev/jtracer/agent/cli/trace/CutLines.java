// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.window.CutCounts;
import java.util.ArrayList;
import java.util.List;

/** Messages on what a cut changed. */
final class CutLines {
    private CutLines() {}

    static List<String> of(CutCounts counts) {
        List<String> lines = new ArrayList<>();
        if (counts.resumed() > 0) {
            lines.add(callsAndRuns(counts.resumed()) + " had begun earlier: begun at the cut, marked 'cont'");
        }
        if (counts.suspended() > 0) {
            lines.add(callsAndRuns(counts.suspended())
                    + " went on later: ended at the cut, marked 'cont' and 'unfinished'");
        }
        if (counts.arrows() > 0 || !counts.allArrows()) {
            lines.add((counts.allArrows() ? "" : "at least ") + CountText.plain(counts.arrows(), "arrow")
                    + " over a cut, which neither part has");
        }
        return lines;
    }

    private static String callsAndRuns(long count) {
        return count + (count == 1 ? " call or run" : " calls and runs");
    }
}
