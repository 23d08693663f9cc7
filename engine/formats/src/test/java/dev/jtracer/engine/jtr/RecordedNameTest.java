// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.NameKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com.acme.Shop.order                | com.acme.Shop.order     | ''             | METHOD",
                "Executor.execute[0];Shop.order:12  | Executor.execute[0]     | Shop.order:12  | METHOD",
                "[statement]SQL select ?; select ?  | SQL select ?; select ?  | ''             | STATEMENT",
                "[request part]HTTP GET /a async    | HTTP GET /a async       | ''             | REQUEST_PART",
                "[sent request]HTTP GET shop:80/a   | HTTP GET shop:80/a      | ''             | SENT_REQUEST",
                "HTTP GET /a                        | HTTP GET /a             | ''             | METHOD",
                "[other]a                           | [other]a                | ''             | METHOD",
                ";a=1; b                            | ''                      | a=1; b         | METHOD",
                ";[request]a                        | ''                      | [request]a     | METHOD",
            })
    void name_hasASiteOrAKind(String text, String name, String site, NameKind kind) {
        RecordedName recorded = RecordedName.of(text);

        assertThat(recorded).isEqualTo(new RecordedName(name, site, kind));
        assertThat(recorded.text()).isEqualTo(text);
    }
}
