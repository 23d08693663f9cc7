// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.text.PlainText;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * HTML under construction: a sequence of elements and text. Data from a trace can only be added as escaped text, never as
 * markup, because names of methods and threads may contain anything. Not safe for use by several threads.
 */
public final class Html {
    /* Elements without attributes, whose content browsers read as escaped text. In others, for example script, no escaping
     * would be safe. */
    private static final Set<String> ALLOWED = Set.of(
            "h1", "h2", "h3", "p", "div", "span", "pre", "code", "strong", "em", "ul", "ol", "li", "table", "tr", "th",
            "td");

    private final StringBuilder markup = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Creates an empty document. */
    public Html() {}

    /**
     * Opens an element.
     *
     * @param element a heading (h1 to h3), p, div, span, pre, code, strong, em, a list (ul, ol, li) or a table (table, tr, th,
     *     td)
     * @throws IllegalArgumentException if it is another element
     */
    public Html open(String element) {
        if (!ALLOWED.contains(element)) {
            throw new IllegalArgumentException(
                    "element '" + element + "' is not allowed; use one of " + String.join(" ", new TreeSet<>(ALLOWED)));
        }
        markup.append('<').append(element).append('>');
        open.push(element);
        return this;
    }

    /**
     * Closes the innermost open element.
     *
     * @throws IllegalStateException if none is open
     */
    public Html close() {
        if (open.isEmpty()) {
            throw new IllegalStateException("no element is open");
        }
        markup.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Adds text. */
    public Html text(String text) {
        markup.append(escaped(text));
        return this;
    }

    /** Adds an element with text only. */
    public Html element(String element, String text) {
        return open(element).text(text).close();
    }

    /** Adds a row of a table. */
    public Html row(String cellElement, Collection<String> cells) {
        open("tr");
        for (String cell : cells) {
            element(cellElement, cell);
        }
        return close();
    }

    /**
     * Returns the markup so far.
     *
     * @throws IllegalStateException if an element is still open
     */
    public String markup() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("element '" + open.peek() + "' is still open");
        }
        return markup.toString();
    }

    /** Returns a complete page around the markup, which may load and run nothing. */
    public String page(String title) {
        String body = markup();
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta http-equiv=\"Content-Security-Policy\""
                + " content=\"default-src 'none'; style-src 'unsafe-inline'\">"
                + "<title>" + escaped(title) + "</title>"
                + "<style>body{font:14px sans-serif;margin:2em}table{border-collapse:collapse;margin:.5em 0 1.5em}"
                + "td,th{border-bottom:1px solid #ddd;padding:.25em .8em;text-align:left;vertical-align:top}"
                + "th{color:#555;font-weight:600}td{font-family:monospace;white-space:pre-wrap}</style>"
                + "</head>\n<body>" + body + "</body></html>\n";
    }

    /** Escapes as for a terminal, so that bidi characters cannot hide anything; line ends stay. */
    private static String escaped(String text) {
        List<String> lines =
                text.replace("\t", "    ").lines().map(Html::escapedLine).toList();
        return String.join("\n", lines);
    }

    private static String escapedLine(String line) {
        String plain = PlainText.of(line);
        StringBuilder escaped = new StringBuilder(plain.length());
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
