// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.foreign;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * The names of the members at the first two levels of a JSON document's beginning, the inner ones as {@code
 * outer.inner}. Lists do not count as levels. Nothing is checked: the text may end anywhere.
 */
final class JsonMembers {
    private final String text;
    private final Set<String> members = new HashSet<>();
    /** The brackets that are open. */
    private final Deque<Character> open = new ArrayDeque<>();

    private int objects;
    private String outer = "";

    private JsonMembers(String text) {
        this.text = text;
    }

    static Set<String> of(String text) {
        JsonMembers reading = new JsonMembers(text);
        reading.read();
        return reading.members;
    }

    private void read() {
        for (int at = 0; at < text.length(); at++) {
            switch (text.charAt(at)) {
                case '{' -> {
                    open.push('{');
                    objects++;
                }
                case '[' -> open.push('[');
                case '}', ']' -> close();
                case '"' -> at = string(at);
                default -> {}
            }
        }
    }

    private void close() {
        if (!open.isEmpty() && open.pop() == '{') {
            objects--;
        }
    }

    /** Passes over a string, which may name a member. Returns the index of its last quote. */
    private int string(int start) {
        int end = start + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end < text.length() && objects <= 2 && isName(end + 1)) {
            name(text.substring(start + 1, end));
        }
        return end;
    }

    private boolean isName(int behind) {
        int at = behind;
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() && text.charAt(at) == ':';
    }

    private void name(String name) {
        if (objects == 1) {
            outer = name;
            members.add(name);
        } else {
            members.add(outer + '.' + name);
        }
    }
}
