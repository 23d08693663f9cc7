// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.Args;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectsTest {
    @Test
    void object_hasItsMembers() {
        assertThat(JsonObjects.parse(" {\"a\":{\"b\":[1,\"x\"]},\"c\":null} "))
                .extracting(Args::asMap)
                .hasToString("{a={b=[1, x]}, c=null}");
        assertThat(JsonObjects.parse("{}")).isEqualTo(Args.EMPTY);
        assertThat(JsonObjects.parse("{\"a\":[]}")).isEqualTo(Args.of(Map.of("a", List.of())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1", "[]", "\"text\"", "null", "{", "{\"a\":}", "{} {}", "{\"a\":1,}"})
    void anythingElse_isNone(String text) {
        assertThat(JsonObjects.parse(text)).isNull();
    }

    @Test
    void depth_isLimited() {
        assertThat(JsonObjects.parse("{\"a\":" + "[".repeat(100_000))).isNull();
    }
}
