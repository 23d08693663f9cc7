// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Names of methods without their packages, where the rest is the name of only one method: {@code Shop.main} for
 * {@code com.acme.shop.Shop.main}. Names of any other form stay as they are.
 */
public final class ShortNames implements UnaryOperator<String> {
    /* Without a regular expression: to load its classes and to compile it took longer than the rest of a short
     * program's totals. */
    private static final String[] INITIALIZERS = {"<init>", "<clinit>"};

    private final Map<String, String> shortNames = new HashMap<>();

    /** Creates short names for names that are shown together. */
    public ShortNames(Collection<String> names) {
        Set<String> ambiguous = new HashSet<>();
        Map<String, String> fullNames = new HashMap<>();
        for (String name : names) {
            int dot = packageEnd(name);
            if (dot > 0) {
                String shortName = name.substring(dot + 1);
                String before = fullNames.put(shortName, name);
                if (before != null && !before.equals(name)) {
                    ambiguous.add(shortName);
                }
            } else {
                ambiguous.add(name); // perhaps that of a method in no package
            }
        }
        for (Map.Entry<String, String> name : fullNames.entrySet()) {
            if (!ambiguous.contains(name.getKey())) {
                shortNames.put(name.getValue(), name.getKey());
            }
        }
    }

    @Override
    public String apply(String name) {
        return shortNames.getOrDefault(name, name);
    }

    /** Returns the package of a method, without the final dot; empty if there is none. */
    public static String packageOf(String name) {
        return name.substring(0, packageEnd(name));
    }

    /** Returns the index of the dot before the class; 0 if the name is not that of a method in a package. */
    private static int packageEnd(String name) {
        int methodDot = name.lastIndexOf('.');
        int classDot = name.lastIndexOf('.', methodDot - 1);
        boolean isClass = methodDot > classDot + 1 && wordEnd(name, classDot + 1) == methodDot;
        if (classDot <= 0 || !isClass || !isMethod(name, methodDot + 1)) {
            return 0;
        }
        for (int at = 0; at <= classDot; at = wordEnd(name, at) + 1) {
            char first = name.charAt(at);
            if ((first < 'a' || first > 'z') && first != '_' || name.charAt(wordEnd(name, at)) != '.') {
                return 0;
            }
        }
        return classDot;
    }

    /** Returns whether the rest is a method's: a word or an initializer, perhaps with a number in brackets. */
    private static boolean isMethod(String name, int start) {
        int end = wordEnd(name, start);
        for (String initializer : INITIALIZERS) {
            if (name.startsWith(initializer, start)) {
                end = start + initializer.length();
            }
        }
        if (end == start || end == name.length()) {
            return end > start;
        }
        int bracket = name.length() - 1;
        if (name.charAt(end) != '[' || name.charAt(bracket) != ']' || bracket == end + 1) {
            return false;
        }
        for (int i = end + 1; i < bracket; i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Returns where the letters, digits, underscores and dollars end that begin at an index. */
    private static int wordEnd(String name, int start) {
        int end = start;
        while (end < name.length() && isPartOfWord(name.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isPartOfWord(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$';
    }
}
