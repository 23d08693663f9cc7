// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What {@link SegmentedTraceWriter} wrote, and what it left out or made up.
 *
 * @param segments files begun
 * @param calls calls written, without runs of callbacks
 * @param unmatchedExits exits of calls or runs that were not open; not written
 * @param unmatchedEnters calls or runs whose exit never came although an outer call ended; ended with it
 * @param openAtEnd calls or runs still open when the recording ended; ended there
 * @param depthCut calls, runs and passings left out because they lie deeper than the limit
 * @param tooShort calls left out because they were shorter than the limit
 * @param movedForward events whose time lay before the event before them on their thread; moved to its time
 * @param passings callbacks handed to calls
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
        long passings,
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
        map.put("passings", passings);
        map.put("runs", runs);
        return map;
    }
}
