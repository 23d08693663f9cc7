// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.pairing.PairingProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0    | call  | 0 calls      | 0 calls
            1    | call  | 1 call       | 1 call
            2    | class | 2 classes    | 2 classes
            1    | class | 1 class      | 1 class
            4711 | event | 4,711 events | 4711 events
            """)
    void noun_agreesWithItsCount(long count, String noun, String text, String plain) {
        assertThat(CountText.of(count, noun)).isEqualTo(text);
        assertThat(CountText.plain(count, noun)).isEqualTo(plain);
    }

    @Test
    void description_agreesWithItsCount() {
        assertThat(CountText.described(1, "ends without a begin, dropped")).isEqualTo("1 end without a begin, dropped");
        assertThat(CountText.described(1, "async spans with steps of both kinds"))
                .isEqualTo("1 async span with steps of both kinds");
        assertThat(CountText.described(2, "calls of others")).isEqualTo("2 calls of others");
    }

    /** A verb would have to agree with the count, too. */
    @Test
    void descriptions_haveNoVerbOfTheirNoun() {
        List<String> descriptions = new ArrayList<>();
        Arrays.stream(PairingProblem.values()).map(PairingProblem::label).forEach(descriptions::add);
        Arrays.stream(ExportLoss.values()).map(ExportLoss::remedy).forEach(descriptions::add);

        assertThat(descriptions).hasSize(22).allSatisfy(description -> assertThat(
                        CountText.described(1, description.replaceFirst("[;(].*", "")))
                .matches("1 (async )?[a-z]+[^s] .*")
                .doesNotContain(" were ", " are ", " have ", " reach ", " their "));
    }
}
