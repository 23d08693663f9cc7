// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.agent.drain.ProcessId;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.engine.text.CountText;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The line of a tracer that waits for a switch: what is woven, and how to start. */
final class ReadyLine {
    private final List<String> include;
    private final WeaveCounters counters;
    private final Path jar;

    ReadyLine(List<String> include, WeaveCounters counters, Path jar) {
        this.include = include;
        this.counters = counters;
        this.jar = jar;
    }

    /** Returns the line; {@code signal} is null if no signal starts a recording. */
    String text(@Nullable String signal) {
        long pid = ProcessId.current();
        String names = "'" + String.join("', '", include) + "'";
        String woven = counters.classesWoven() == 0
                ? "classes of " + names + " are woven as they are loaded"
                : "woven: " + CountText.plain(counters.methodsWoven(), "method") + " in "
                        + CountText.plain(counters.classesWoven(), "loaded class") + " of " + names;
        return "not recording yet; " + woven + "; start with: "
                + (signal == null ? "" : "kill -" + signal + " " + pid + "  or: ") + "java -jar " + ShellWord.quote(jar)
                + " start " + pid;
    }
}
