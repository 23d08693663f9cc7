// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.jtracer.engine.text.Styles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    private static MethodSample method(String name, int calls, long nanos) {
        MethodBlocks blocks = new MethodBlocks(name);
        for (int i = 0; i < calls; i++) {
            blocks.add(nanos + i % 7, nanos + i % 7, false);
        }
        return blocks.sample();
    }

    private static RecordingSample recording(MethodSample... methods) {
        return new RecordingSample(List.of(methods), List.of(), List.of(), MissingData.NONE);
    }

    private static List<RecordingSample> times(int count, RecordingSample recording) {
        return Collections.nCopies(count, recording);
    }

    @Test
    void slowerMethod_comesFirstAndIsNamed() {
        Differences differences = Comparison.of(
                times(3, recording(method("a.A.huge", 200, 900_000), method("a.A.slow", 200, 10_000))),
                times(3, recording(method("a.A.huge", 200, 910_000), method("a.A.slow", 200, 15_000))));

        assertThat(differences.methods()).extracting(MethodComparison::name).containsExactly("a.A.slow", "a.A.huge");
        assertThat(differences.changed()).extracting(MethodComparison::name).containsExactly("a.A.slow");
        Change change = differences.changed().get(0).changes().get(0);
        assertThat(change.measure()).isEqualTo(Measure.USUAL);
        assertThat(change.factor()).isBetween(1.45, 1.55);
        assertThat(differences.worseThan(1.4)).hasSize(1);
        assertThat(differences.worseThan(1.6)).isEmpty();
    }

    /** A helper that many methods share spreads too much to be judged; the root call that waits for it does not. */
    @ParameterizedTest
    @CsvSource({"a.A.price, A.price", "SELECT * FROM a.b WHERE x.y = ?, SELECT * FROM a.b WHERE x.y = ?"})
    void slowerRootCall_isADifferenceWithoutASlowerMethod(String name, String shortName) {
        List<MethodSample> methods = List.of(method("a.A.helper", 300, 20_000));
        Differences differences = Comparison.of(
                times(3, new RecordingSample(methods, List.of(method(name, 200, 50_000)), List.of(), MissingData.NONE)),
                times(
                        3,
                        new RecordingSample(methods, List.of(method(name, 200, 65_000)), List.of(), MissingData.NONE)));

        assertThat(differences.changed()).isEmpty();
        assertThat(differences.isDifferent()).isTrue();
        assertThat(differences.worseThan(1.1))
                .extracting(MethodComparison::name)
                .containsExactly(name);
        assertThat(ComparisonText.of(differences, Styles.PLAIN))
                .startsWith("root call " + shortName + ": 31 % slower, p99 31 % slower; 1 method compared")
                .anyMatch(line -> line.startsWith("root calls, self is their duration"));
        assertThat(ComparisonJson.of(differences))
                .contains("\"rootCalls\":[{\"name\":\"" + name + "\",\"verdict\":\"changed\"");
    }

    @Test
    void markdown_hasTheVerdictAndATableOfWhatChanged() {
        Differences differences = Comparison.of(
                times(3, recording(method("a.A.same", 200, 900_000), method("a.A.slow", 200, 10_000))),
                times(
                        3,
                        recording(
                                method("a.A.same", 200, 900_000),
                                method("a.A.slow", 200, 15_000),
                                method("a.A.lookup|x", 100, 200_000))));

        assertThat(String.join("\n", ComparisonText.markdown(differences))).isEqualTo("""
                **A.slow: 48 % slower, p99 48 % slower; 1 of 2 methods compared changed, 1 new method**

                * new: A.lookup\\|x, 100 calls, self 20.0 ms (9.9 %)
                * noise: spread between recordings, 3 before and 3 after; figures of one recording on average

                | | | calls | total | self | p50 | p99 | |
                |--|--|--:|--:|--:|--:|--:|--|
                | `a.A.slow` | before | 200 | 2.00 ms | 2.00 ms | 10.0 us | 10.0 us | 48 % slower |
                | | after | 200 | 3.00 ms | 3.00 ms | 15.0 us | 15.0 us | p99 48 % slower |""");
    }

    @Test
    void moreCalls_areAChange() {
        Differences differences = Comparison.of(
                times(4, recording(method("a.A.find", 100, 10_000))),
                times(4, recording(method("a.A.find", 392, 10_000))));

        assertThat(differences.changed().get(0).changes())
                .extracting(Change::measure)
                .containsExactly(Measure.CALLS);
        assertThat(differences.changed().get(0).after().calls()).isEqualTo(392);
    }

    /** One run in which the method was called far more often changes neither the verdict nor its factor. */
    @Test
    void twiceAsManyCalls_areHundredPercentMore() {
        List<RecordingSample> before = new ArrayList<>(times(9, recording(method("a.A.find", 1, 10_000))));
        before.add(recording(method("a.A.find", 100, 10_000)));
        for (List<RecordingSample> side : List.of(before, before.subList(0, 5))) {
            Differences differences = Comparison.of(side, times(5, recording(method("a.A.find", 2, 10_000))));

            MethodComparison method = differences.changed().get(0);
            assertThat(method.changes()).extracting(Change::factor).containsExactly(2.0);
            assertThat(ComparisonText.changes(method)).isEqualTo("100 % more calls");
            assertThat(differences.worseThan(1.6)).hasSize(1);
        }
    }

    @Test
    void callsOfNone_areCountedWithOneMore() {
        RecordingSample without = recording(method("a.A.main", 1, 10_000));
        List<RecordingSample> once = times(4, without);
        List<RecordingSample> before = new ArrayList<>(once);
        before.add(recording(method("a.A.main", 1, 10_000), method("a.A.find", 1, 10_000)));
        List<RecordingSample> after =
                times(5, recording(method("a.A.main", 1, 10_000), method("a.A.find", 50, 10_000)));

        assertThat(Comparison.of(before, after).changed().get(0).changes())
                .filteredOn(change -> change.measure() == Measure.CALLS)
                .extracting(Change::factor)
                .singleElement(DOUBLE)
                .isBetween(20.0, 51.1);
        assertThat(Comparison.of(after, before).changed().get(0).changes())
                .filteredOn(change -> change.measure() == Measure.CALLS)
                .extracting(Change::factor)
                .containsExactly(0.0);
    }

    @Test
    void methodsOfOneSide_areListed() {
        RecordingSample before = new RecordingSample(
                List.of(method("a.A.old", 5, 100)),
                List.of(),
                List.of(new CallbackSample("a.A.pass[0]", 3, 2, "")),
                MissingData.NONE);
        RecordingSample after = new RecordingSample(
                List.of(method("a.A.fresh", 5, 100)),
                List.of(),
                List.of(new CallbackSample("a.A.take[1]", 4, 4, "")),
                MissingData.NONE);

        Differences differences = Comparison.of(times(2, before), times(2, after));

        assertThat(differences.methods()).isEmpty();
        assertThat(differences.newMethods()).extracting(MethodComparison::name).containsExactly("a.A.fresh");
        assertThat(differences.vanishedMethods())
                .extracting(MethodComparison::name)
                .containsExactly("a.A.old");
        assertThat(differences.newCallbacks()).containsExactly(new CallbackSample("a.A.take[1]", 8, 8, ""));
        assertThat(differences.vanishedCallbacks()).containsExactly(new CallbackSample("a.A.pass[0]", 6, 4, ""));
    }

    @Test
    void methodOfSomeRecordings_isNeitherNewNorVanished() {
        RecordingSample without = recording(method("a.A.main", 1, 100_000));
        RecordingSample with = recording(method("a.A.main", 1, 100_000), method("a.A.rare", 1, 1_000));

        Differences differences = Comparison.of(times(3, without), List.of(with, without, without));

        assertThat(differences.newMethods()).isEmpty();
        assertThat(differences.methods()).extracting(MethodComparison::name).contains("a.A.rare");
        assertThat(differences.changed()).isEmpty();
    }

    @Test
    void smallMethod_isShownAndNotJudged() {
        Differences differences = Comparison.of(
                times(5, recording(method("a.A.large", 100, 1_000_000), method("a.A.small", 10, 100))),
                times(5, recording(method("a.A.large", 100, 1_000_000), method("a.A.small", 10, 900))));

        assertThat(differences.changed()).isEmpty();
        assertThat(differences.methods())
                .filteredOn(method -> !method.judged())
                .extracting(MethodComparison::name)
                .containsExactly("a.A.small");
    }

    @Test
    void singleRecordings_areComparedByTheirBlocks() {
        RecordingSample before = recording(method("a.A.slow", 2_000, 10_000));
        RecordingSample after = recording(method("a.A.slow", 2_000, 20_000));

        assertThat(Comparison.of(List.of(before), List.of(after)).changed()).hasSize(1);
        assertThat(Comparison.of(List.of(before), List.of(after)).withinOneRecording())
                .isTrue();
        assertThat(Comparison.of(List.of(before), List.of(before)).changed()).isEmpty();
    }

    @Test
    void emptySide_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Comparison.of(List.of(), List.of(recording())));
    }

    @Test
    void text_beginsWithTheVerdictAndFitsATerminal() {
        String longName = "com.acme." + "very.".repeat(20) + "LongNameOfAClass.andALongNameOfAMethodInIt";
        Differences differences = Comparison.of(
                times(3, recording(method("a.b.Store.load", 200, 10_000), method(longName, 200, 2_000_000))),
                times(3, recording(method("a.b.Store.load", 400, 15_000), method(longName, 200, 2_000_000))));

        assertThat(ComparisonText.of(differences, Styles.PLAIN)).containsExactly("""
                Store.load: 48 % slower, p99 48 % slower, 100 % more calls; 1 of 2 methods compared changed
                noise: spread between recordings, 3 before and 3 after; figures of one recording on average

                                                                  calls     total      self       p50       p99
                Store.load                             before       200   2.00 ms   2.00 ms   10.0 us   10.0 us  48 % slower
                  a.b                                  after        400   6.00 ms   6.00 ms   15.0 us   15.0 us  p99 48 % slower
                                                                                                                 100 % more calls
                LongNameOfAClass.a..gNameOfAMethodInIt before       200    400 ms    400 ms   2.00 ms   2.00 ms
                  com.acme.very.ve..ery.very.very.very after        200    400 ms    400 ms   2.00 ms   2.00 ms  +0 %, noise 8 %
                """.split("\n"));
    }

    @Test
    void missingData_isNamedOnItsSide() {
        RecordingSample whole = recording(method("a.A.find", 100, 10_000));
        RecordingSample lossy =
                new RecordingSample(whole.methods(), List.of(), List.of(), new MissingData(1, 2_000, 0, 0, Set.of()));
        RecordingSample broken =
                new RecordingSample(whole.methods(), List.of(), List.of(), new MissingData(3, 0, 1, 1, Set.of()));

        Differences before = Comparison.of(List.of(lossy, broken), List.of(whole));
        Differences after = Comparison.of(List.of(whole), List.of(broken));

        assertThat(ComparisonText.of(before, Styles.PLAIN))
                .contains(
                        "before: 4 records lost, 2,000 older records dropped, 1 recording cut off, 1 recording damaged;"
                                + " a difference may come from it")
                .noneMatch(line -> line.startsWith("after: "));
        assertThat(ComparisonText.of(after, Styles.PLAIN))
                .contains(
                        "after: 3 records lost, 1 recording cut off, 1 recording damaged; a difference may come from it")
                .noneMatch(line -> line.startsWith("before: "));
        assertThat(ComparisonJson.of(before))
                .contains("\"missingBefore\":{\"lostRecords\":4,\"overwrittenRecords\":2000,\"cutRecordings\":1,"
                        + "\"damagedRecordings\":1}")
                .contains("\"missingAfter\":{\"lostRecords\":0,\"overwrittenRecords\":0,\"cutRecordings\":0,"
                        + "\"damagedRecordings\":0}");
    }

    @Test
    void methodDroppedOnOneSide_isNotCompared() {
        RecordingSample whole = recording(method("a.A.find", 100, 10_000), method("a.A.isNull", 1_000, 20));
        RecordingSample dropped = new RecordingSample(
                List.of(method("a.A.find", 100, 10_000)),
                List.of(),
                List.of(),
                new MissingData(0, 0, 0, 0, Set.of("a.A.isNull")));

        Differences differences = Comparison.of(times(2, whole), times(2, dropped));

        assertThat(differences.vanishedMethods()).isEmpty();
        assertThat(differences.methods()).extracting(MethodComparison::name).containsExactly("a.A.find");
        assertThat(ComparisonText.of(differences, Styles.PLAIN))
                .contains("after: 1 method dropped for the budget; a difference may come from it");
        assertThat(ComparisonJson.of(differences)).contains("\"droppedMethods\":[\"a.A.isNull\"]");
    }

    @Test
    void newMethodWithAShareOfTheTime_isWorseAndInTheVerdict() {
        List<RecordingSample> before = times(2, recording(method("a.Shop.main", 20, 400_000_000)));
        List<RecordingSample> after =
                times(2, recording(method("a.Shop.main", 20, 400_000_000), method("a.Tax.table", 1, 2_000_000_000)));

        Differences differences = Comparison.of(before, after);

        assertThat(differences.worseThan(1.1))
                .extracting(MethodComparison::name)
                .containsExactly("a.Tax.table");
        assertThat(differences.worseThan(1.3)).isEmpty();
        assertThat(ComparisonText.changes(differences.newMethods().get(0))).isEqualTo("new, 20.0 % of the time");
        assertThat(ComparisonText.of(differences, Styles.PLAIN).get(0))
                .isEqualTo("new: Tax.table, 1 call, self 2.00 s (20.0 %); 1 method compared, 1 new method");
        assertThat(ComparisonText.of(Comparison.of(after, before), Styles.PLAIN).get(0))
                .isEqualTo("vanished: Tax.table, 1 call, self 2.00 s (20.0 %); 1 method compared, 1 vanished method");
        assertThat(Comparison.of(after, before).worseThan(1.1)).isEmpty();
    }

    @Test
    void percentiles_areThoseOfARecordingOnAverageAndNeverAboveTheLongest() {
        MethodSide side = Comparison.of(
                        List.of(recording(method("a.Job.main", 1, 400_000_001))),
                        List.of(
                                recording(method("a.Job.main", 1, 400_000_001)),
                                recording(method("a.Job.main", 1, 3_000_000_001L))))
                .methods()
                .get(0)
                .after();

        assertThat(side.totalNanos()).isEqualTo(1_700_000_001);
        assertThat(side.p50Nanos()).isEqualTo(1_700_000_001); // of one call exactly its duration, no bucket's middle
        assertThat(side.p99Nanos()).isEqualTo(side.p50Nanos());
    }
}
