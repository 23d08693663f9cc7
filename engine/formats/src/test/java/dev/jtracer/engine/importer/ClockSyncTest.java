// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The items of catapult's clock_sync_manager_test, by its names, except where the engine differs on purpose: any
 * domain is known here, unrelated domains have no shift instead of failing the import, markers may come after a shift
 * was computed, and there is no special case for the clock of the BattOr hardware.
 */
class ClockSyncTest {
    private static final String ONE = "DOMAIN1";
    private static final String TWO = "DOMAIN2";
    private static final String THREE = "DOMAIN3";

    private final ClockSync clocks = new ClockSync();

    private void marker(String domain, String sync, long nanos) {
        clocks.addMarker(domain, sync, nanos, nanos);
    }

    /** A time of a domain on the clock of the reference. */
    private long modelTime(String domain, long nanos) {
        return nanos + clocks.shift(domain, String.valueOf(clocks.reference())).orElseThrow();
    }

    @Test
    void workedExample_isAsDocumented() {
        clocks.addMarker("A", "s1", 1000, 1400);
        marker("B", "s1", 9200);
        marker("B", "s2", 9500);
        marker("C", "s2", 500);

        assertThat(clocks.reference()).isEqualTo("A");
        assertThat(modelTime("B", 9200)).isEqualTo(1200);
        assertThat(modelTime("C", 700)).isEqualTo(1700);
    }

    @Test
    void addClockSyncMarker_acceptsUnknownDomain() {
        marker("never heard of", "sync1", 100);

        assertThat(modelTime("never heard of", 100)).isEqualTo(100);
    }

    @Test
    void addClockSyncMarker_throwsWhenSelfSyncing() {
        marker(ONE, "sync1", 100);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> marker(ONE, "sync1", 200))
                .withMessageContaining("'sync1' would relate the clock 'DOMAIN1' to itself");
    }

    @Test
    void addClockSyncMarker_throwsWhenAddingThirdSyncMarkerToSync() {
        marker(ONE, "sync1", 100);
        marker(TWO, "sync1", 100);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> marker(THREE, "sync1", 100))
                .withMessageContaining("'sync1' is complete");
    }

    @Test
    void addClockSyncMarker_throwsWhenEndIsBeforeStart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clocks.addMarker(ONE, "sync1", 100, 99))
                .withMessageContaining("'sync1' ends before it starts");
    }

    @Test
    void addClockSyncMarker_afterGetModelTimeTransformerCounts() {
        marker(ONE, "sync1", 100);
        assertThat(clocks.shift(TWO, ONE)).isEmpty();

        marker(TWO, "sync1", 150);

        assertThat(modelTime(TWO, 150)).isEqualTo(100);
    }

    @Test
    void getModelTimeTransformer_noMarkers() {
        clocks.addDomain(ONE);

        assertThat(modelTime(ONE, 100)).isEqualTo(100);
    }

    @Test
    void getModelTimeTransformer_noMarkersSecondDomainIsUnrelated() {
        clocks.addDomain(ONE);
        clocks.addDomain(TWO);

        assertThat(clocks.shift(TWO, ONE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void getModelTimeTransformer_noMarkersChromeLegacyFirstOrSecond(boolean first) {
        clocks.addDomain(first ? ClockSync.CHROME_LEGACY : "LINUX_CLOCK_MONOTONIC");
        clocks.addDomain(first ? "LINUX_CLOCK_MONOTONIC" : ClockSync.CHROME_LEGACY);

        assertThat(modelTime(ClockSync.CHROME_LEGACY, 100)).isEqualTo(100);
        assertThat(modelTime("LINUX_CLOCK_MONOTONIC", 100)).isEqualTo(100);
    }

    @Test
    void getModelTimeTransformer_oneMarker() {
        marker(ONE, "sync1", 100);

        assertThat(modelTime(ONE, 100)).isEqualTo(100);
    }

    @Test
    void getModelTimeTransformer_oneCompleteSync() {
        marker(ONE, "sync1", 100);
        marker(TWO, "sync1", 350);

        assertThat(modelTime(TWO, 350)).isEqualTo(100);
        assertThat(modelTime(ONE, 100)).isEqualTo(100);
    }

    @Test
    void getModelTimeTransformer_oneCompleteSyncWithChromeLegacyBefore() {
        marker(ONE, "sync1", 100);
        marker(ClockSync.CHROME_LEGACY, "sync1", 350);
        clocks.addDomain("LINUX_CLOCK_MONOTONIC");

        assertThat(modelTime(ClockSync.CHROME_LEGACY, 350)).isEqualTo(350);
        assertThat(modelTime(ONE, 100)).isEqualTo(350);
        assertThat(modelTime("LINUX_CLOCK_MONOTONIC", 350)).isEqualTo(350);
    }

    @Test
    void getModelTimeTransformer_oneCompleteSyncWithChromeLegacyAfter() {
        marker(ONE, "sync1", 100);
        marker("LINUX_CLOCK_MONOTONIC", "sync1", 350);
        clocks.addDomain(ClockSync.CHROME_LEGACY);

        assertThat(modelTime(ClockSync.CHROME_LEGACY, 350)).isEqualTo(350);
        assertThat(modelTime(ONE, 100)).isEqualTo(350);
        assertThat(modelTime("LINUX_CLOCK_MONOTONIC", 350)).isEqualTo(350);
    }

    @Test
    void getModelTimeTransformer_twoCompleteSyncs() {
        marker(ONE, "sync1", 100);
        marker(TWO, "sync1", 350);
        marker(ONE, "sync2", 200);
        marker(THREE, "sync2", 250);

        assertThat(modelTime(TWO, 350)).isEqualTo(100);
        assertThat(modelTime(ONE, 100)).isEqualTo(100);
        assertThat(modelTime(THREE, 250)).isEqualTo(200);
    }

    @Test
    void getModelTimeTransformer_twoSyncMarkersWithEndTs() {
        clocks.addMarker(ONE, "sync1", 100, 200);
        marker(TWO, "sync1", 350);

        assertThat(modelTime(TWO, 350)).isEqualTo(150);
        assertThat(modelTime(ONE, 150)).isEqualTo(150);
    }

    @Test
    void getModelTimeTransformer_indirectlyConnectedGraph() {
        marker(ONE, "sync1", 100);
        marker(TWO, "sync1", 200);
        marker(TWO, "sync2", 200);
        marker(THREE, "sync2", 300);

        assertThat(modelTime(ONE, 100)).isEqualTo(100);
        assertThat(modelTime(THREE, 300)).isEqualTo(100);
    }

    @Test
    void getModelTimeTransformer_usesPathWithLeastError() {
        clocks.addMarker(ONE, "sync2", 100, 150);
        marker(TWO, "sync2", 100);
        clocks.addMarker(ONE, "sync1", 100, 200);
        marker(TWO, "sync1", 100);

        assertThat(modelTime(ONE, 125)).isEqualTo(125);
        assertThat(modelTime(TWO, 100)).isEqualTo(125);
    }

    @Test
    void getModelTimeTransformer_usesPathWithLeastErrorReverse() {
        marker(TWO, "sync1", 100);
        clocks.addMarker(ONE, "sync1", 100, 150);
        marker(TWO, "sync2", 100);
        clocks.addMarker(ONE, "sync2", 100, 200);

        assertThat(modelTime(ONE, 125)).isEqualTo(125);
        assertThat(modelTime(TWO, 100)).isEqualTo(125);
    }

    @Test
    void getModelTimeTransformer_prefersALongerPathWithLessError() {
        clocks.addMarker(ONE, "direct", 0, 1000);
        marker(TWO, "direct", 0);
        clocks.addMarker(ONE, "forward1", 0, 100);
        marker(THREE, "forward1", 7);
        clocks.addMarker(THREE, "forward2", 7, 107);
        marker(TWO, "forward2", 0);

        assertThat(modelTime(TWO, 0)).isEqualTo(57 - 7 + 50);
    }

    @Test
    void getModelTimeTransformer_prefersChromeLegacyDomain() {
        marker(ONE, "sync1", 100);
        marker(ClockSync.CHROME_LEGACY, "sync1", 350);

        assertThat(modelTime(ONE, 100)).isEqualTo(350);
        assertThat(modelTime(ClockSync.CHROME_LEGACY, 350)).isEqualTo(350);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LINUX_CLOCK_MONOTONIC",
                "MAC_MACH_ABSOLUTE_TIME",
                "WIN_ROLLOVER_PROTECTED_TIME_GET_TIME",
                "WIN_QPC"
            })
    void getModelTimeTransformer_collapsesUnknownChromeLegacyDomain(String clock) {
        marker(ONE, "sync1", 100);
        marker(ClockSync.CHROME_LEGACY, "sync1", 350);
        marker(clock, "sync2", 350);
        marker(TWO, "sync2", 450);

        assertThat(modelTime(ONE, 100)).isEqualTo(350);
        assertThat(modelTime(TWO, 450)).isEqualTo(350);
        assertThat(modelTime(clock, 350)).isEqualTo(350);
        assertThat(modelTime(ClockSync.CHROME_LEGACY, 350)).isEqualTo(350);
    }

    @Test
    void getModelTimeTransformer_twoDistinctGraphsStayUnrelated() {
        marker(ONE, "sync1", 100);
        marker(TWO, "sync1", 120);
        marker("DOMAIN4", "sync3", 100);
        marker("DOMAIN5", "sync3", 100);

        assertThat(modelTime(TWO, 120)).isEqualTo(100);
        assertThat(clocks.shift("DOMAIN5", ONE)).isEmpty();
    }

    @Test
    void reference_noMarkers() {
        assertThat(clocks.reference()).isNull();
    }
}
