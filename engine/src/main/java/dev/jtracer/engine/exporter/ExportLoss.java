// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

/** Reasons why data of a trace are omitted or changed in an exported file. Exporters count them and report all counts. */
public enum ExportLoss {
    TOO_DEEP("calls below the depth limit, which viewers need, were left out; 'csv' has no such limit"),
    TOO_SHORT("calls shorter than the limit were left out; lower min="),
    TOO_MANY("calls beyond the number that the viewer can take were left out, the shortest first; take 'chrome-x'"),
    CUT("calls reach over the end of the call around them, and were cut there; 'chrome-x' and 'csv' keep them whole"),
    NO_TIME("stacks shorter than half a microsecond were left out; 'csv' and 'speedscope' keep their calls"),
    MANY_STACKS(
            "calls are added up under '(other)', because there are more different stacks than fit into the heap; take more with java -Xmx"),
    SAMPLES("samples were left out; 'speedscope' and report have them"),
    NOT_SAMPLES(
            "waits, pauses and other events with a duration were left out, because the file is that of a sampler; 'csv' and 'chrome-x' have them"),
    LOOSE_ARROW("arrows of which the trace has only one end were left out"),
    NO_PLACE("instants, counters or arrows have no place in this format; take 'chrome-x' or 'perfetto'"),
    OTHER_KIND(
            "objects, memory dumps or other such events were left out; 'chrome' keeps them unless it must shift times");

    private final String remedy;

    ExportLoss(String remedy) {
        this.remedy = remedy;
    }

    /** Returns one sentence for the user: the meaning of the loss and the next step. */
    public String remedy() {
        return remedy;
    }
}
