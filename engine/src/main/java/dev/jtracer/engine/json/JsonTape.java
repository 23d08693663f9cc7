// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jtracer.engine.event.Args;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Members of a JSON object as the tokens they were read from. Reused for each event, so that arguments nobody asks for cost
 * a copy of their characters and no object.
 */
public final class JsonTape {
    private JsonToken[] tokens = new JsonToken[64];
    private int[] ends = new int[64];
    private char[] chars = new char[1024];
    private int count;

    /** An empty tape. */
    public JsonTape() {}

    /** Forgets everything. */
    public void clear() {
        count = 0;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /**
     * Records the member whose value the parser stands at; afterwards it stands at the end of the value. A value that is cut
     * off is not recorded.
     */
    public void record(JsonParser parser) throws IOException {
        int before = count;
        boolean complete = false;
        try {
            appendName(parser.currentName());
            appendValue(parser);
            complete = true;
        } finally {
            if (!complete) {
                count = before;
            }
        }
    }

    private void appendName(String name) {
        int length = name.length();
        reserve(length);
        name.getChars(0, length, chars, charCount());
        append(JsonToken.FIELD_NAME, length);
    }

    private void appendValue(JsonParser parser) throws IOException {
        int depth = 0;
        JsonToken token = parser.currentToken();
        while (true) {
            if (token == JsonToken.FIELD_NAME || token.isScalarValue()) {
                appendText(token, parser);
            } else {
                append(token, 0);
                depth += token.isStructStart() ? 1 : -1;
            }
            if (depth == 0) {
                return;
            }
            token = parser.nextToken(); // never null: the parser throws where a structure is cut off
        }
    }

    private void appendText(JsonToken token, JsonParser parser) throws IOException {
        int length = parser.getTextLength();
        reserve(length);
        System.arraycopy(parser.getTextCharacters(), parser.getTextOffset(), chars, charCount(), length);
        append(token, length);
    }

    private void append(JsonToken token, int length) {
        int end = charCount() + length;
        if (count == tokens.length) {
            tokens = Arrays.copyOf(tokens, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        tokens[count] = token;
        ends[count] = end;
        count++;
    }

    private void reserve(int length) {
        int needed = charCount() + length;
        if (needed > chars.length) {
            chars = Arrays.copyOf(chars, Math.max(needed, chars.length * 2));
        }
    }

    private int charCount() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /** What was recorded; of two members of one name the last. */
    public Args toArgs() {
        if (count == 0) {
            return Args.EMPTY;
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        Cursor cursor = new Cursor();
        while (cursor.at < count) {
            cursor.readMember(members);
        }
        return Args.of(members);
    }

    /** Walks over the tokens. Recursive: the parser does not let values nest deeper than 1000 levels. */
    private final class Cursor {
        int at;

        void readMember(Map<String, @Nullable Object> into) {
            String name = text();
            at++;
            into.put(name, readValue());
        }

        private @Nullable Object readValue() {
            JsonToken token = tokens[at];
            String text = text();
            at++;
            return switch (token) {
                case START_OBJECT -> readObject();
                case START_ARRAY -> readArray();
                case VALUE_NUMBER_INT -> integer(text);
                case VALUE_NUMBER_FLOAT -> Double.valueOf(text);
                case VALUE_TRUE -> true;
                case VALUE_FALSE -> false;
                case VALUE_NULL -> null;
                default -> text;
            };
        }

        private Map<String, @Nullable Object> readObject() {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            while (tokens[at] != JsonToken.END_OBJECT) {
                readMember(members);
            }
            at++;
            return members;
        }

        private List<@Nullable Object> readArray() {
            List<@Nullable Object> items = new ArrayList<>();
            while (tokens[at] != JsonToken.END_ARRAY) {
                items.add(readValue());
            }
            at++;
            return items;
        }

        private String text() {
            int start = at == 0 ? 0 : ends[at - 1];
            return new String(chars, start, ends[at] - start);
        }

        private static Number integer(String text) {
            return text.length() < 19 ? Long.valueOf(text) : shortened(new BigInteger(text));
        }

        private static Number shortened(BigInteger number) {
            return number.bitLength() < Long.SIZE ? Long.valueOf(number.longValue()) : number;
        }
    }
}
