// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

import dev.jtracer.engine.text.PlainText;
import java.util.Locale;

/** Text of an SVG image, element by element. Lengths are in pixels. */
final class Svg {
    private static final int MOST_TITLE = 400;
    private static final int DECIMALS = 10;
    private static final double DOT = 2.6;

    private final StringBuilder text = new StringBuilder(1 << 16);

    /** Appends text that is SVG already. */
    Svg raw(String svg) {
        text.append(svg);
        return this;
    }

    /** Begins an element; {@link #attribute}, then {@link #end}, {@link #begin} or {@link #content} complete it. */
    Svg element(String name) {
        text.append('<').append(name);
        return this;
    }

    Svg attribute(String name, String value) {
        text.append(' ').append(name).append("='").append(value).append('\'');
        return this;
    }

    Svg attribute(String name, double value) {
        return attribute(name, number(value));
    }

    /** Adds a line of text. */
    Svg text(String style, double x, double y, String content) {
        return element("text")
                .attribute("class", style)
                .attribute("x", x)
                .attribute("y", y)
                .content("text", content);
    }

    Svg path(String style, String data) {
        return element("path").attribute("class", style).attribute("d", data).end();
    }

    /** Begins a rectangle, which {@link #end} ends. */
    Svg rect(String style, double x, double y, double width, double height) {
        return element("rect")
                .attribute("class", style)
                .attribute("x", x)
                .attribute("y", y)
                .attribute("width", width)
                .attribute("height", height);
    }

    /** Adds the dot at the start of an arrow. */
    Svg dot(double x, double y) {
        return element("circle")
                .attribute("class", "tip")
                .attribute("cx", x)
                .attribute("cy", y)
                .attribute("r", DOT)
                .end();
    }

    /** Ends an element without content. */
    Svg end() {
        text.append("/>\n");
        return this;
    }

    /** Begins the content of an element, which {@link #close} ends. */
    Svg begin() {
        text.append('>');
        return this;
    }

    Svg close(String name) {
        text.append("</").append(name).append(">\n");
        return this;
    }

    /** Ends an element that has text as its content. */
    Svg content(String name, String content) {
        text.append('>').append(escaped(content));
        return close(name);
    }

    /** Adds the text that is shown when the pointer is over the element around it. */
    Svg title(String title) {
        String shown = title.length() <= MOST_TITLE ? title : title.substring(0, MOST_TITLE) + '…';
        text.append("<title>").append(escaped(shown)).append("</title>");
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** Returns a length with one decimal at most, in any locale. */
    static String number(double value) {
        long tenths = Math.round(value * DECIMALS);
        return tenths % DECIMALS == 0
                ? Long.toString(tenths / DECIMALS)
                : String.format(Locale.ROOT, "%.1f", tenths / (double) DECIMALS);
    }

    /** Returns the data of a path: commands as they are, numbers as {@link #number}. */
    static String path(Object... parts) {
        StringBuilder path = new StringBuilder();
        for (Object part : parts) {
            boolean number = part instanceof Number;
            if (number && path.length() > 0 && !Character.isLetter(path.charAt(path.length() - 1))) {
                path.append(' ');
            }
            path.append(part instanceof Number value ? number(value.doubleValue()) : part.toString());
        }
        return path.toString();
    }

    private static String escaped(String content) {
        return PlainText.of(content).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
