// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.Quantity;
import dev.jtracer.agent.drain.SlowCallWindows;
import dev.jtracer.agent.output.Millis;
import dev.jtracer.engine.jtr.KeptWindow;
import dev.jtracer.engine.text.CountText;
import java.util.ArrayList;
import java.util.List;

/** The lines on the slow calls of a recording. */
final class SlowCallLines {
    private SlowCallLines() {}

    /** Returns how many slow calls were found, are retained, and were dropped. */
    static String figures(SlowCallWindows slow) {
        return CountText.plain(slow.found(), "slow call") + " found, " + (slow.found() - slow.dropped()) + " kept"
                + (slow.dropped() > 0 ? ", " + slow.dropped() + " dropped for longer ones or for want of room" : "");
    }

    /** Returns a line with the figures, and one for each window, numbered as the parts of the trace are. */
    static List<String> of(SlowCallWindows slow) {
        List<String> lines = new ArrayList<>();
        String least = Quantity.DURATION.format(slow.windows().leastNanos());
        lines.add(figures(slow) + " (slow=" + least + ")");
        if (slow.running() > 0) {
            lines.add(CountText.plain(slow.running(), "call") + " had run for " + least
                    + " or longer and had not ended; not kept");
        }
        int part = 0;
        for (KeptWindow window : slow.windows().windows()) {
            StringBuilder line = new StringBuilder("kept part ").append(++part).append(": ");
            Millis.append(line, Math.max(0, window.fromNanos())).append("ms to ");
            Millis.append(line, window.toNanos()).append("ms, ");
            line.append(CountText.plain(window.calls(), "slow call")).append(", ");
            line.append("the longest ");
            Millis.append(line, window.longestNanos()).append("ms ").append(window.longest());
            lines.add(line.toString());
        }
        return lines;
    }
}
