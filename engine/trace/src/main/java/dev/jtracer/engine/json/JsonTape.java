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
 * Members of a JSON object as their tokens. Reused for each event, so that unread arguments cost a copy of their
 * characters and no object.
 */
public final class JsonTape {
    /** Size of a token without its characters, in characters. */
    private static final int TOKEN_CHARS = 4;

    private static final int MIN_TOKENS = 16;
    private static final int MIN_CHARS = 256;
    private static final int LARGE_CHARS = 1024;

    private final int maxChars;
    private JsonToken[] tokens = {};
    private int[] ends = {};
    private char[] chars = {};
    private int count;

    /** @param maxChars limit of its memory, in characters */
    public JsonTape(int maxChars) {
        this.maxChars = maxChars;
    }

    /** Removes all members. */
    public void clear() {
        count = 0;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** Returns the memory that the members occupy, in characters. */
    public int size() {
        return charCount() + count * TOKEN_CHARS;
    }

    /** Returns whether the tape occupies more memory than the details of most events need. */
    public boolean isLarge() {
        return chars.length + tokens.length * TOKEN_CHARS > LARGE_CHARS;
    }

    /**
     * Records the member with the parser's current value and moves the parser to the end of the value. A value that
     * is cut off is not recorded.
     *
     * @return whether there was room for it; if not, it was skipped
     */
    public boolean record(JsonParser parser) throws IOException {
        int before = count;
        boolean recorded = false;
        try {
            recorded = appendName(parser.currentName()) && appendValue(parser);
        } finally {
            if (!recorded) {
                count = before;
            }
        }
        return recorded;
    }

    private boolean appendName(String name) {
        int length = name.length();
        if (!reserve(length)) {
            return false;
        }
        name.getChars(0, length, chars, charCount());
        append(JsonToken.FIELD_NAME, length);
        return true;
    }

    private boolean appendValue(JsonParser parser) throws IOException {
        boolean fits = true;
        int depth = 0;
        JsonToken token = parser.currentToken();
        while (true) {
            if (token == JsonToken.FIELD_NAME || token.isScalarValue()) {
                fits = fits && appendText(token, parser);
            } else {
                fits = fits && reserve(0);
                if (fits) {
                    append(token, 0);
                }
                depth += token.isStructStart() ? 1 : -1;
            }
            if (depth == 0) {
                return fits;
            }
            token = parser.nextToken(); // never null, because the parser throws where a structure is cut off
        }
    }

    private boolean appendText(JsonToken token, JsonParser parser) throws IOException {
        int length = parser.getTextLength();
        if (!reserve(length)) {
            return false;
        }
        System.arraycopy(parser.getTextCharacters(), parser.getTextOffset(), chars, charCount(), length);
        append(token, length);
        return true;
    }

    private void append(JsonToken token, int length) {
        int end = charCount() + length;
        if (count == tokens.length) {
            int room = Math.max(MIN_TOKENS, count * 2);
            tokens = Arrays.copyOf(tokens, room);
            ends = Arrays.copyOf(ends, room);
        }
        tokens[count] = token;
        ends[count] = end;
        count++;
    }

    /** Makes room for one more token of this length. Returns false if that would exceed the limit. */
    private boolean reserve(int length) {
        long needed = (long) charCount() + length;
        if (needed + (long) count * TOKEN_CHARS > maxChars) {
            return false;
        }
        if (needed > chars.length) {
            chars = Arrays.copyOf(
                    chars, (int) Math.max(needed, Math.min(Math.max(MIN_CHARS, chars.length * 2L), maxChars)));
        }
        return true;
    }

    private int charCount() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /** Returns the recorded members; of two with one name the last. */
    public Args toArgs() {
        return Args.of(toMap());
    }

    Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        Cursor cursor = new Cursor();
        while (cursor.at < count) {
            cursor.readMember(members);
        }
        return members;
    }

    /** A cursor over the tokens. Recursive, because parsers bound the nesting of values. */
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
            if (text.length() < 19) {
                return Long.valueOf(text);
            }
            BigInteger number = new BigInteger(text);
            return number.bitLength() < Long.SIZE ? Long.valueOf(number.longValue()) : number;
        }
    }
}
