// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import dev.jtracer.engine.event.TraceWords;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The facts about the process and the recording in a trace file.
 *
 * @param pid the process
 * @param processName name of the process's group in viewers
 * @param labels short texts next to that name; may be empty
 * @param details further facts, for example the tool's version, the command line or the wall-clock start; values are
 *     strings, numbers, booleans, lists and maps of these; written in their order
 * @param startNanos when what the file holds begins, from which viewers show it; 0 for a whole recording
 */
public record RecordingInfo(
        long pid, String processName, List<String> labels, Map<String, ?> details, long startNanos) {
    public RecordingInfo {
        labels = List.copyOf(labels);
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /** Returns the facts for one file of the recording, whose number is in the details from the second file on. */
    RecordingInfo ofSegment(int number) {
        if (number == 1) {
            return this;
        }
        Map<String, Object> numbered = new LinkedHashMap<>(details);
        numbered.put(TraceWords.SEGMENT, number);
        return new RecordingInfo(pid, processName, labels, numbered, startNanos);
    }
}
