// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** JSON text of single values, for text that is encoded once and then copied. Never called per event. */
public final class JsonText {
    private JsonText() {}

    /** Returns the escaped characters of a string as UTF-8, without quotes. */
    public static byte[] escaped(String text) {
        StringBuilder json = new StringBuilder(text.length() + 16);
        escape(text, json);
        return bytes(json.toString());
    }

    /** Returns the JSON of a string, number, boolean, null, map or collection; of another object, its text's. */
    public static String json(@Nullable Object value) {
        StringBuilder json = new StringBuilder();
        append(value, json);
        return json.toString();
    }

    /** Returns the result of {@link #json} as UTF-8. */
    public static byte[] value(@Nullable Object value) {
        return bytes(json(value));
    }

    /** Returns a text as UTF-8. */
    public static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns what follows the name of an event as bytes: the quote, its arguments, the end of the event. */
    public static byte[] ending(Map<String, ?> args) {
        return bytes(args.isEmpty() ? "\"}" : "\",\"args\":" + json(args) + "}");
    }

    private static void append(@Nullable Object value, StringBuilder json) {
        if (value == null || value instanceof Boolean || (value instanceof Number number && isFinite(number))) {
            json.append(value);
        } else if (value instanceof Map<?, ?> map) {
            char separator = '{';
            for (Map.Entry<?, ?> member : map.entrySet()) {
                quote(String.valueOf(member.getKey()), json.append(separator));
                append(member.getValue(), json.append(':'));
                separator = ',';
            }
            json.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Collection<?> items) {
            json.append('[');
            String separator = "";
            for (Object item : items) {
                append(item, json.append(separator));
                separator = ",";
            }
            json.append(']');
        } else {
            quote(value.toString(), json);
        }
    }

    // JSON has no literals for these; as text they at least reach the reader.
    private static boolean isFinite(Number number) {
        return Double.isFinite(number.doubleValue());
    }

    private static void quote(String text, StringBuilder json) {
        escape(text, json.append('"'));
        json.append('"');
    }

    private static void escape(String text, StringBuilder json) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (needsUnicodeEscape(text, i)) {
                json.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                json.append(c);
            }
        }
    }

    private static boolean needsUnicodeEscape(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
        }
        // Line separators are legal in JSON but end a line in JavaScript, and break tools that read by line.
        return c < 0x20 || c == 0x7f || c == '\u0085' || c == '\u2028' || c == '\u2029';
    }

    /** Returns a list with an object for each value, to whose map its members are added, in their order. */
    public static <T> List<Object> objects(
            Collection<T> values, BiConsumer<? super T, Map<String, @Nullable Object>> members) {
        List<Object> objects = new ArrayList<>();
        for (T value : values) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            members.accept(value, json);
            objects.add(json);
        }
        return objects;
    }
}
