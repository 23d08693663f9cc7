// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Samples added up by stack and method. */
class SampleTotalsHandlerTest {
    private static SampleTotals totals(String lines) throws IOException {
        return HandlerRun.ofLines(new SampleTotalsHandler(), lines);
    }

    @Test
    void recursion_countsOnceInTheTotal() throws IOException {
        SampleTotals totals = totals("""
                P 7 4 cycles "stack":["main","walk","walk"]
                P 7 5 cycles "stack":["main","walk","leaf"]
                P 7 6 cycles "stack":["main","leaf","walk"]
                """);

        assertThat(totals.methods(totals.kinds().get(0)))
                .containsExactly(
                        new MethodSamples("walk", 2, 3),
                        new MethodSamples("leaf", 1, 2),
                        new MethodSamples("main", 0, 3));
    }

    @Test
    void samplesWithoutAStack_areCounted() throws IOException {
        SampleTotals totals = totals("""
                P 7 4 cycles "stack":["main"]
                P 7 5 cycles
                """);

        assertThat(totals.count()).isEqualTo(2);
        assertThat(totals.kinds().get(0).withoutStack()).isEqualTo(1);
    }

    @Test
    void profileOfV8_isCounted() throws IOException {
        SampleTotals totals = totals("""
                I 7 900 CpuProfile "args":{"data":{"cpuProfile":{"startTime":1000,"endTime":1100,\
                "nodes":[{"id":1,"callFrame":{"functionName":"(root)"}},{"id":2,"parent":1,"callFrame":{"functionName":"main"}},\
                {"id":3,"parent":2,"callFrame":{"functionName":"work"}}],"samples":[2,3,3,2],"timeDeltas":[10,20,30,5]}}}
                """);

        assertThat(totals.methods(totals.kinds().get(0)))
                .containsExactly(new MethodSamples("main", 2, 4), new MethodSamples("work", 2, 2));
    }

    /** Stacks beyond the limit end in one node, and known stacks go on counting. */
    @Test
    void limit_addsUpNewStacksAndCountsKnownOnes() {
        SampleTree.Builder builder = new SampleTree.Builder(new SampleLimit(2));
        int main = builder.child(SampleTree.ROOT, frame("main"));
        int known = builder.child(main, frame("known"));

        int other = builder.child(main, frame("new"));

        assertThat(builder.isOther(other)).isTrue();
        assertThat(builder.child(main, frame("newer"))).isEqualTo(other);
        assertThat(builder.child(other, frame("within"))).isEqualTo(other);
        assertThat(builder.child(main, frame("known"))).isEqualTo(known);
    }

    private static SampleTree.Frame frame(String name) {
        return new SampleTree.Frame(name, "", 0);
    }
}
