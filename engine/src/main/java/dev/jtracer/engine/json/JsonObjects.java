// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jtracer.engine.event.Args;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads single JSON objects, such as those that traces carry as text inside of arguments. */
public final class JsonObjects {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonObjects() {}

    /** The object that a text spells; null if it spells none, or more than the parser's limits on size and depth allow. */
    public static @Nullable Args parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            JsonTape tape = new JsonTape();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                parser.nextToken();
                tape.record(parser);
            }
            return parser.nextToken() == null ? tape.toArgs() : null;
        } catch (IOException e) {
            return null; // a text that is no JSON; reading a string cannot fail otherwise
        }
    }
}
