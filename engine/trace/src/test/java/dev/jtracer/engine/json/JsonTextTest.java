// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Order.place",
                "",
                "quote \" backslash \\ slash /",
                "\0\b\t\n\r\u001f\u007f\u0085",
                "\u2028 and \u2029",
                "äöü 漢字 \uD83D\uDE00",
                "lone \uD800 high",
                "lone \uDC00 low",
                "\uDC00\uD800",
                "ends with \uD83D"
            })
    void escaped_isReadBackAsItWas(String text) throws IOException {
        byte[] json = ('"' + new String(JsonText.escaped(text), StandardCharsets.UTF_8) + '"')
                .getBytes(StandardCharsets.UTF_8);

        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            assertThat(parser.getText()).isEqualTo(text);
            assertThat(parser.nextToken()).isNull();
        }
    }

    @Test
    void escaped_keepsAnEventOnOneLine() {
        String json = new String(JsonText.escaped("a\nb\r\u2028\u2029\u0085"), StandardCharsets.UTF_8);

        assertThat(json).isEqualTo("a\\u000ab\\u000d\\u2028\\u2029\\u0085");
    }

    @Test
    void json_takesTreesOfValues() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("number", 1.5);
        map.put("whole", 7L);
        map.put("none", null);
        map.put("list", Arrays.asList(true, "x", List.of(), Map.of()));
        map.put("notANumber", Double.NaN);
        map.put("other", Path.of("text"));

        assertThat(JsonText.json(map))
                .isEqualTo("{\"number\":1.5,\"whole\":7,\"none\":null,\"list\":[true,\"x\",[],{}],"
                        + "\"notANumber\":\"NaN\",\"other\":\"text\"}");
    }
}
