// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.picture;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Colours of functions: a hue for each class, a shade of it for each function, in order of the first request. */
final class Palette {
    /* White text has to be readable on each (contrast of 4.5 or more at these lightnesses). */
    private static final int[][] HUE_AND_SATURATION = {
        {215, 22}, {219, 70}, {174, 72}, {265, 48}, {21, 74}, {335, 58}, {140, 45}, {195, 75},
    };
    private static final int[] LIGHTNESS = {42, 36, 47, 31};
    private static final int DARKER_FROM_HUE = 120;
    private static final int DARKER_TO_HUE = 200;

    private final Map<String, Integer> classes = new HashMap<>();
    private final Map<String, Map<String, Integer>> functions = new HashMap<>();

    String color(String function) {
        String type = Label.topLevelClass(function);
        int[] tone = HUE_AND_SATURATION[number(classes, type) % HUE_AND_SATURATION.length];
        Map<String, Integer> siblings = functions.computeIfAbsent(type, key -> new HashMap<>());
        int lightness = LIGHTNESS[number(siblings, function) % LIGHTNESS.length];
        // Greens and cyans look brighter than other hues of the same lightness.
        boolean bright = tone[0] >= DARKER_FROM_HUE && tone[0] <= DARKER_TO_HUE;
        return String.format(Locale.ROOT, "hsl(%d,%d%%,%d%%)", tone[0], tone[1], bright ? lightness - 12 : lightness);
    }

    private static int number(Map<String, Integer> numbers, String key) {
        int next = numbers.size();
        return numbers.computeIfAbsent(key, absent -> next);
    }
}
