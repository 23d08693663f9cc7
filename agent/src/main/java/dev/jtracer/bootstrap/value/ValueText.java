// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.value;

import org.jspecify.annotations.Nullable;

/** The text of some values, bounded. Calls no method of the application's, but for {@link ObjectText}. */
final class ValueText {
    /** Stands for a value that is not shown. */
    static final Object MASKED = new Object();

    private static final int MOST_OF_VALUE = 200;
    private static final int MOST = 1_000;

    private final StringBuilder text = new StringBuilder();

    /** Adds a value after its label. */
    void add(String label, @Nullable Object value) {
        if (text.length() >= MOST) {
            return;
        }
        if (text.length() > 0) {
            text.append(", ");
        }
        text.append(label);
        if (value == null) {
            text.append("null");
        } else if (value == MASKED) {
            text.append("***");
        } else if (value instanceof String string) {
            quote(string);
        } else if (value instanceof Character character) {
            quote(character.toString());
        } else if (value instanceof Number && isBoxed(value) || value instanceof Boolean) {
            text.append(value);
        } else if (value instanceof Enum<?> constant) {
            text.append(constant.name());
        } else {
            cut(ObjectText.of(value));
        }
    }

    /* Number has subclasses of the application's; the boxes are final. */
    private static boolean isBoxed(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Float
                || value instanceof Short
                || value instanceof Byte;
    }

    private void quote(String string) {
        text.append('"');
        cut(string);
        text.append('"');
    }

    private void cut(String string) {
        int end = Math.min(string.length(), MOST_OF_VALUE);
        if (end < string.length() && Character.isHighSurrogate(string.charAt(end - 1))) {
            end--;
        }
        text.append(string, 0, end);
        if (end < string.length()) {
            text.append('…');
        }
    }

    /** Returns the whole text. */
    String end() {
        return text.toString();
    }
}
