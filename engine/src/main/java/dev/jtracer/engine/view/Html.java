// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/**
 * HTML under construction: a sequence of elements and text. What comes from a trace can only enter as text, escaped, never as
 * markup: names of methods and threads may contain anything. Not safe for use by several threads.
 */
public final class Html {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*");
    /** Elements whose content browsers do not read as text, so that no escaping makes it safe. */
    private static final List<String> REFUSED = List.of("script", "style", "iframe", "object", "embed");

    private final StringBuilder markup = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Nothing yet. */
    public Html() {}

    /**
     * Opens an element.
     *
     * @throws IllegalArgumentException if that is no name of an element, or one that text is not safe in
     */
    public Html open(String element) {
        if (!NAME.matcher(element).matches() || REFUSED.contains(element)) {
            throw new IllegalArgumentException("element '" + element + "' is not allowed here");
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
        escape(text);
        return this;
    }

    /** Adds an element that holds nothing but text. */
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
     * The markup so far.
     *
     * @throws IllegalStateException if an element is still open
     */
    public String markup() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("element '" + open.peek() + "' is still open");
        }
        return markup.toString();
    }

    /** A complete page around the markup, which may load and run nothing. */
    public String page(String title) {
        String body = markup();
        return "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
                + "<meta http-equiv=\"Content-Security-Policy\""
                + " content=\"default-src 'none'; style-src 'unsafe-inline'\">"
                + new Html().element("title", title).markup()
                + "<style>body{font:14px sans-serif;margin:2em}table{border-collapse:collapse;margin:.5em 0 1.5em}"
                + "td,th{border-bottom:1px solid #ddd;padding:.25em .8em;text-align:left;vertical-align:top}"
                + "th{color:#555;font-weight:600}td{font-family:monospace}</style>"
                + "</head>\n<body>" + body + "</body></html>\n";
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> markup.append("&lt;");
                case '>' -> markup.append("&gt;");
                case '&' -> markup.append("&amp;");
                case '"' -> markup.append("&quot;");
                case '\'' -> markup.append("&#39;");
                default -> markup.append(isControl(c) ? '\ufffd' : c);
            }
        }
    }

    private static boolean isControl(char c) {
        return Character.isISOControl(c) && c != '\n' && c != '\t';
    }
}
