// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SitedNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com.acme.Shop.order                | com.acme.Shop.order     | ''",
                "Executor.execute[0];Shop.order:12  | Executor.execute[0]     | Shop.order:12",
                "SQL select ?; select ?             | SQL select ?; select ?  | ''",
                ";a=1; b                            | ''                      | a=1; b",
            })
    void name_isSplitAtTheFirstSeparatorUnlessItIsAStatement(String text, String name, String site) {
        SitedName sited = SitedName.of(text);

        assertThat(sited).isEqualTo(new SitedName(name, site));
        assertThat(sited.text()).isEqualTo(text);
    }
}
