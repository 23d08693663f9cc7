// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.jtr.RecordedName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContextNamesTest {
    private final List<String> names = new ArrayList<>();

    @BeforeEach
    void connect() {
        ContextNames.namer(name -> {
            names.add(name);
            return names.size();
        });
    }

    @AfterEach
    void disconnect() {
        ContextNames.namer(null);
        StatementTexts.clear();
    }

    @Test
    void equalTexts_haveOneId() {
        int id = ContextNames.STATEMENTS.of("select ?");

        assertThat(ContextNames.STATEMENTS.of("select ?")).isEqualTo(id);
        assertThat(names).containsExactly("[statement]SQL select ?");
    }

    @Test
    void parts_haveAKindOfTheirOwn() {
        ContextNames.REQUESTS.of("GET /a");
        ContextNames.REQUESTS.async("GET /a");
        ContextNames.REQUESTS.continued("GET /a");
        ContextNames.REQUESTS.errorPage("GET /a");
        ContextNames.REQUESTS.async(null);
        ContextNames.CALLS.async("GET shop/a");

        assertThat(names)
                .containsExactly(
                        "[request]HTTP GET /a",
                        "[request part]HTTP GET /a async",
                        "[request part]HTTP GET /a continued",
                        "[error page]HTTP GET /a error",
                        "[request]HTTP (text dropped)",
                        "[sent request part]HTTP GET shop/a async");
        assertThat(names.stream().map(RecordedName::of).map(RecordedName::text)).isEqualTo(names);
        assertThat(names.stream().map(RecordedName::of).map(RecordedName::kind))
                .containsExactly(
                        NameKind.REQUEST,
                        NameKind.REQUEST_PART,
                        NameKind.REQUEST_PART,
                        NameKind.ERROR_PAGE,
                        NameKind.REQUEST,
                        NameKind.SENT_REQUEST_PART);
    }

    @Test
    void textsBeyondTheBound_areCountedAndNamedByKind() {
        long before = LossCounter.TEXTS_DROPPED.count();

        for (int i = 0; i < 3 * ContextNames.MOST; i++) {
            ContextNames.REQUESTS.of("GET /a" + i);
        }

        assertThat(names).hasSize(ContextNames.MOST + 1).contains("[request]HTTP (text dropped)");
        assertThat(LossCounter.TEXTS_DROPPED.count() - before).isEqualTo(2L * ContextNames.MOST);
        assertThat(ContextNames.STATEMENTS.of("select ?")).isPositive();
        assertThat(names).endsWith("[statement]SQL select ?");
    }

    @Test
    void statementBeyondTheBound_isCountedEachTime() {
        for (int i = 0; i < ContextNames.MOST; i++) {
            StatementTexts.id("select 1 from t_" + i);
        }
        long before = LossCounter.TEXTS_DROPPED.count();

        int first = StatementTexts.id("select 1 from late");
        int second = StatementTexts.id("select 1 from late");

        assertThat(first).isEqualTo(second).isEqualTo(ContextNames.MOST + 1);
        assertThat(LossCounter.TEXTS_DROPPED.count() - before).isEqualTo(2);
    }
}
