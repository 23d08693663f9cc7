// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** What the category of an event says: names, separated by commas. */
public final class Categories {
    private Categories() {}

    /**
     * Whether a name is among the categories, whole and to the letter. Allocates nothing, but looks at characters: for each
     * event compare {@link TraceEvent#categoryIndex} instead.
     */
    public static boolean contains(String categories, String name) {
        int start = 0;
        while (true) {
            int comma = categories.indexOf(',', start);
            int end = comma < 0 ? categories.length() : comma;
            if (end - start == name.length() && categories.startsWith(name, start)) {
                return true;
            }
            if (comma < 0) {
                return false;
            }
            start = comma + 1;
        }
    }
}
