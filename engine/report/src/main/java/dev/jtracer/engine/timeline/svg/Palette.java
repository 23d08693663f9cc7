// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Colours of calls: a hue for each class, a shade of it for each method, in the order of the first request; a hue for
 * each method where there are few classes. The hues are those of Okabe and Ito, which people with any kind of colour
 * blindness tell apart; all are light enough for dark text.
 */
final class Palette {
    private static final String[][] SHADES = {
        {"#56b4e9", "#83c8ef", "#abdaf5"},
        {"#e9a820", "#f1c05c", "#f7d692"},
        {"#33b78f", "#70cdaf", "#a2e0cc"},
        {"#d88fb9", "#e5b0ce", "#f0cfe1"},
        {"#ee8450", "#f4a680", "#f9c7ad"},
        {"#92a4f3", "#afbcf6", "#cbd4fa"},
        {"#dccf3f", "#e8de74", "#f1eba4"},
        {"#a7b3c2", "#c0c9d4", "#d8dee6"},
    };

    /** With fewer classes than this, each method has a hue. */
    private static final int FEW_CLASSES = 3;

    private final boolean byMethod;
    private final Map<String, Integer> classes = new HashMap<>();
    private final Map<String, Map<String, Integer>> methods = new HashMap<>();

    /** Creates a palette for calls of these names, in the order of their colours. */
    Palette(Collection<String> names) {
        byMethod = names.stream()
                        .map(BoxLabel::topLevelClass)
                        .distinct()
                        .limit(FEW_CLASSES)
                        .count()
                < FEW_CLASSES;
        names.forEach(this::style);
    }

    /** Returns the style class of a call's box. */
    String style(String name) {
        String type = byMethod ? name : BoxLabel.topLevelClass(name);
        Map<String, Integer> siblings = methods.computeIfAbsent(type, key -> new HashMap<>());
        int hue = number(classes, type) % SHADES.length;
        return "c" + hue + number(siblings, name) % SHADES[hue].length;
    }

    private static int number(Map<String, Integer> numbers, String key) {
        int next = numbers.size();
        return numbers.computeIfAbsent(key, absent -> next);
    }

    /** Returns the style rules of all style classes. */
    static String rules() {
        StringBuilder rules = new StringBuilder();
        for (int hue = 0; hue < SHADES.length; hue++) {
            for (int shade = 0; shade < SHADES[hue].length; shade++) {
                rules.append(
                        ".c" + hue + shade + "{fill:" + SHADES[hue][shade] + ";stroke:" + SHADES[hue][shade] + "}\n");
            }
        }
        return rules.toString();
    }
}
