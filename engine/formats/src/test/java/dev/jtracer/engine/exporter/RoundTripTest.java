// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random traces are written, read again, and must still have the same calls. */
class RoundTripTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void chromeX_keepsTreesWithoutEqualTimes(long seed) throws IOException {
        RandomTrace random = new RandomTrace(seed, false);

        Exported exported = Exported.of("chrome-x", random.json());

        assertThat(byThread(exported.imported())).isEqualTo(later(random.rows(), exported));
        assertThat(exported.report().calls()).isEqualTo(random.rows().size());
        assertThat(exported.report().losses()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void chromeX_keepsCallsWhateverTheirTimes(long seed) throws IOException {
        RandomTrace random = new RandomTrace(seed, true);

        Exported exported = Exported.of("chrome-x", random.json());

        assertThat(exported.imported().stream().map(CallRow::anyDepth))
                .containsExactlyInAnyOrderElementsOf(later(random.rows(), exported).stream()
                        .map(CallRow::anyDepth)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void devTools_keepsTreesWhateverTheirTimes(long seed) throws IOException {
        RandomTrace random = new RandomTrace(seed, true);

        Exported exported = Exported.of("devtools", random.json());

        assertThat(byThread(exported.imported())).isEqualTo(later(random.rows(), exported));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void chrome_keepsTreesWhateverTheirTimes(long seed) throws IOException {
        RandomTrace random = new RandomTrace(seed, true);

        Exported exported = Exported.of("chrome", random.json());

        assertThat(byThread(exported.imported())).isEqualTo(later(random.rows(), exported));
        assertThat(exported.report().losses()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void chrome_keepsTreesOnItsWayAsAStream(long seed) throws IOException {
        RandomTrace random = new RandomTrace(seed, true);

        Exported exported = Exported.of("chrome", random.json());

        assertThat(byThread(exported.imported())).isEqualTo(later(random.rows(), exported));
        assertThat(exported.report().calls()).isEqualTo(random.rows().size());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void speedscope_hasTheSameTreesButNoFlags(long seed) throws IOException {
        RandomTrace random = new RandomTrace(seed, true);

        Exported exported = Exported.of("speedscope", random.json());

        assertThat(byThread(new SpeedscopeFile(exported.file()).rows))
                .isEqualTo(later(random.rows(), exported).stream()
                        .map(CallRow::unflagged)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void firefox_hasTheSameTreesButNoFlags(long seed) throws IOException {
        RandomTrace random = new RandomTrace(seed, true);

        Exported exported = Exported.of("firefox", random.json());

        assertThat(byThread(new FirefoxFile(exported.file()).rows))
                .isEqualTo(later(random.rows(), exported).stream()
                        .map(CallRow::unflagged)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void perfetto_hasTheSameTrees(long seed) throws IOException {
        RandomTrace random = new RandomTrace(seed, true);

        Exported exported = Exported.of("perfetto", random.json());

        assertThat(byThread(new PerfettoFile(exported.file()).rows)).isEqualTo(later(random.rows(), exported));
    }

    private static List<CallRow> later(List<CallRow> rows, Exported exported) {
        return byThread(rows.stream()
                .map(row -> row.later(-exported.report().shiftNanos()))
                .toList());
    }

    /** Exporters order threads by their first calls; here they are ordered by their names. */
    private static List<CallRow> byThread(List<CallRow> rows) {
        return rows.stream().sorted(Comparator.comparing(CallRow::thread)).toList();
    }
}
