// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts of the data that a {@link SegmentedTraceWriter} wrote, dropped or added.
 *
 * @param segments files begun
 * @param calls calls written, without runs of callbacks
 * @param unmatchedExits exits of calls or runs that were not open; dropped
 * @param unmatchedEnters calls or runs without an exit when an outer call ended; ended with it
 * @param openAtEnd calls or runs still open at the end of the recording; ended there
 * @param depthCut calls, runs and passes dropped because they were deeper than the limit
 * @param tooShort calls dropped because they were shorter than the limit
 * @param movedForward events earlier than the previous event of their thread; moved to its time
 * @param passes callbacks passed to calls
 * @param runs runs of callbacks written
 */
public record SegmentCounts(
        int segments,
        long calls,
        long unmatchedExits,
        long unmatchedEnters,
        long openAtEnd,
        long depthCut,
        long tooShort,
        long movedForward,
        long passes,
        long runs) {
    /** Returns the counts by name, in the order above. */
    public Map<String, Long> asMap() {
        Map<String, Long> map = new LinkedHashMap<>();
        map.put("segments", (long) segments);
        map.put("calls", calls);
        map.put("unmatchedExits", unmatchedExits);
        map.put("unmatchedEnters", unmatchedEnters);
        map.put("openAtEnd", openAtEnd);
        map.put("depthCut", depthCut);
        map.put("tooShort", tooShort);
        map.put("movedForward", movedForward);
        map.put("passes", passes);
        map.put("runs", runs);
        return map;
    }
}
