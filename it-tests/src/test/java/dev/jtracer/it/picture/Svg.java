// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.picture;

import java.util.Locale;

/** Text of an SVG picture, element by element. Lengths are in pixels, colours as in CSS. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    /** Adds {@code <name attributes/>}; the attributes are a format string. */
    Svg element(String name, String attributes, Object... values) {
        text.append('<').append(name).append(' ').append(format(attributes, values));
        text.append("/>\n");
        return this;
    }

    /** Adds {@code <name attributes>content</name>}. */
    Svg element(String name, String content, String attributes, Object... values) {
        text.append('<').append(name);
        if (!attributes.isEmpty()) {
            text.append(' ').append(format(attributes, values));
        }
        text.append('>').append(escape(content)).append("</").append(name).append(">\n");
        return this;
    }

    Svg open(String name, String attributes, Object... values) {
        text.append('<').append(name);
        if (!attributes.isEmpty()) {
            text.append(' ').append(format(attributes, values));
        }
        text.append(">\n");
        return this;
    }

    Svg close(String name) {
        text.append("</").append(name).append(">\n");
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** Formats numbers for SVG, in any locale. */
    static String format(String attributes, Object... values) {
        return String.format(Locale.ROOT, attributes, values);
    }

    private static String escape(String content) {
        return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
