// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The laws that make partial results of use: 10,000 random traces for each. */
class FunctionTotalsPropertyTest {
    private static final int CASES = 10_000;

    private static RandomTrace trace(Random random, boolean timesGoBack) {
        return new RandomTrace(random, 1 + random.nextInt(40), timesGoBack);
    }

    /** Merges in random order and random shape: any two at a time, some of them after a journey as bytes. */
    private static FunctionTotals mergeAnyhow(List<FunctionTotals> partials, Random random) {
        try {
            List<FunctionTotals> left = new ArrayList<>(partials);
            while (left.size() > 1) {
                FunctionTotals a = left.remove(random.nextInt(left.size()));
                FunctionTotals b = left.remove(random.nextInt(left.size()));
                FunctionTotals merged = new FunctionTotals().merge(a).merge(b);
                left.add(random.nextInt(3) == 0 ? FunctionTotals.decode(merged.encode()) : merged);
            }
            return left.get(0);
        } catch (PartialFormatException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anyCutAndAnyWayOfMerging_givesWhatPairingTheWholeGives() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            RandomTrace trace = trace(random, false);

            FunctionTotals merged = mergeAnyhow(trace.cut(1 + random.nextInt(6)), random);

            assertThat(RandomTrace.text(merged.finish()))
                    .as("seed %d, trace%n%s", seed, trace)
                    .isEqualTo(trace.expected());
            assertThat(merged.finish().timesBack()).isZero();
        }
    }

    @Test
    void aWholeTraceInOnePiece_isExactEvenIfTimesGoBack() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            RandomTrace trace = trace(random, true);

            FunctionStatistics whole = trace.cut(1).get(0).finish();

            assertThat(RandomTrace.text(whole))
                    .as("seed %d, trace%n%s", seed, trace)
                    .isEqualTo(trace.expected());
            assertThat(whole.timesBack()).isZero();
        }
    }

    @Test
    void timesThatGoBackAtACut_areCountedWheneverTheyMatter() {
        int inexact = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            RandomTrace trace = trace(random, true);

            FunctionStatistics merged =
                    mergeAnyhow(trace.cut(1 + random.nextInt(6)), random).finish();

            if (!RandomTrace.text(merged).equals(trace.expected())) {
                inexact++;
                assertThat(merged.timesBack())
                        .as("seed %d, trace%n%s", seed, trace)
                        .isPositive();
            }
        }
        assertThat(inexact).isBetween(1, CASES / 2);
    }

    @Test
    void merging_isCommutativeAndAssociative() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            RandomTrace trace = trace(random, random.nextInt(4) == 0);
            List<FunctionTotals> partials = trace.cut(2 + random.nextInt(5));
            partials.remove(random.nextInt(partials.size())); // a gap makes no difference to the law

            FunctionTotals inOrder = new FunctionTotals();
            partials.forEach(inOrder::merge);
            FunctionTotals anyhow = mergeAnyhow(partials, random);

            assertThat(anyhow.encode()).as("seed %d, trace%n%s", seed, trace).isEqualTo(inOrder.encode());
            assertThat(anyhow.finish()).isEqualTo(inOrder.finish());
        }
    }

    @Test
    void emptyTotals_areTheIdentity() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            List<FunctionTotals> partials = trace(random, false).cut(3);
            FunctionTotals partial = partials.get(random.nextInt(3));
            byte[] before = partial.encode();

            assertThat(new FunctionTotals().merge(partial).encode()).isEqualTo(before);
            assertThat(partial.merge(new FunctionTotals()).encode()).isEqualTo(before);
        }
    }

    @Test
    void bytes_giveTheSameTotalsAgain() throws PartialFormatException {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            List<FunctionTotals> partials = trace(random, random.nextBoolean()).cut(3);
            FunctionTotals partial = new FunctionTotals().merge(partials.get(0)).merge(partials.get(2));

            FunctionTotals decoded = FunctionTotals.decode(partial.encode());

            assertThat(decoded).isEqualTo(partial);
            assertThat(decoded.finish()).isEqualTo(partial.finish());
        }
    }

    @Test
    void damagedBytes_areRefusedOrHarmless() {
        int refused = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            byte[] bytes = trace(random, false).cut(3).get(random.nextInt(3)).encode();
            for (int i = 0; i <= random.nextInt(3); i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }

            try {
                FunctionTotals decoded = FunctionTotals.decode(bytes);
                assertThat(new FunctionTotals().merge(decoded).finish().rows()).isNotNull();
            } catch (PartialFormatException e) {
                refused++;
                assertThat(e).hasMessageNotContaining("\n");
            }
        }
        assertThat(refused).isBetween(CASES / 4, CASES);
    }
}
