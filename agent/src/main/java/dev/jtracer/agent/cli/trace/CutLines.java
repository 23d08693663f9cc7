// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.engine.cut.CutCounts;
import java.util.ArrayList;
import java.util.List;

/** Messages on what a cut changed. */
final class CutLines {
    private CutLines() {}

    static List<String> of(CutCounts counts) {
        List<String> lines = new ArrayList<>();
        if (counts.resumed() > 0) {
            lines.add(counts.resumed() + " calls had begun earlier and begin at the cut, marked 'cont'");
        }
        if (counts.suspended() > 0) {
            lines.add(counts.suspended() + " calls go on later and end at the cut, marked 'cont' and 'unfinished'");
        }
        if (counts.arrows() > 0 || !counts.allArrows()) {
            lines.add((counts.allArrows() ? "" : "at least ") + counts.arrows()
                    + " hand-offs of callbacks lead over a cut and have no arrow");
        }
        return lines;
    }
}
