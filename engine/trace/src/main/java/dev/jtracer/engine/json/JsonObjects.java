// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jtracer.engine.event.Args;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A parser of single JSON objects, for example those that arguments contain as text. */
public final class JsonObjects {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonObjects() {}

    /**
     * Returns an object whose text is parsed at the first access to a member.
     *
     * @param object UTF-8 of an object with at least one member, known to be valid JSON
     */
    public static Args lazy(byte[] object) {
        return Args.lazy(() -> members(object));
    }

    private static Map<String, @Nullable Object> members(byte[] object) {
        try (JsonParser parser = FACTORY.createParser(object)) {
            parser.nextToken();
            return readMembers(parser).toMap();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the caller guarantees valid JSON
        }
    }

    /** Parses the text of an object; returns null if it is none or exceeds the parser's limits on size and depth. */
    public static @Nullable Args parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            JsonTape tape = readMembers(parser);
            return parser.nextToken() == null ? tape.toArgs() : null;
        } catch (IOException e) {
            return null; // a text that is no JSON; reading a string cannot fail otherwise
        }
    }

    /** Reads the rest of an object that has begun. */
    private static JsonTape readMembers(JsonParser parser) throws IOException {
        JsonTape tape = new JsonTape(Integer.MAX_VALUE);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            parser.nextToken();
            tape.record(parser);
        }
        return tape;
    }
}
