// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

/** Reasons why data of a trace are dropped or changed in an exported file. Exporters report the count of each. */
public enum ExportLoss {
    TOO_DEEP("calls below the depth limit, which viewers need, dropped; 'csv' has no such limit"),
    TOO_SHORT("calls shorter than the limit, dropped; lower min="),
    TOO_MANY("calls beyond the number that the viewer can take, dropped from the shortest on; take 'chrome-x'"),
    CUT("calls reaching over the end of the call around them, cut there; 'chrome-x' and 'csv' keep the whole"),
    NO_TIME("stacks shorter than half a microsecond, dropped; 'csv' and 'speedscope' keep the calls"),
    MANY_STACKS(
            "calls added up under '(other)', because there are more different stacks than fit into the heap; take more with java -Xmx"),
    SAMPLES("samples dropped; 'speedscope' and report have them"),
    NOT_SAMPLES(
            "events with a duration, such as waits and pauses, dropped because the file is that of a sampler; see 'csv' and 'chrome-x'"),
    HALF_ARROW("arrows of which the trace has only one end, dropped"),
    NO_PLACE(
            "events without a place in this format (instants, counters, arrows), dropped; take 'chrome-x' or 'perfetto'"),
    OTHER_KIND(
            "events of other kinds (objects, memory dumps), dropped; 'chrome' keeps them unless it must shift times");

    private final String remedy;

    ExportLoss(String remedy) {
        this.remedy = remedy;
    }

    /** Returns one sentence for the user: the meaning of the loss and the next step. */
    public String remedy() {
        return remedy;
    }
}
