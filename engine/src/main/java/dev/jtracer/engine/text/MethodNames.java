// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of methods without their packages, where the rest is the name of only one method: {@code Shop.main} for {@code
 * com.acme.shop.Shop.main}. Names of any other form stay as they are.
 */
public final class MethodNames implements UnaryOperator<String> {
    private static final Pattern METHOD =
            Pattern.compile("((?:[a-z_][\\w$]*\\.)+)([\\w$]+\\.(?:<init>|<clinit>|[\\w$]+)(?:\\[\\d+\\])?)");

    private final Map<String, String> shortNames = new HashMap<>();

    /** Creates short names for names that are shown together. */
    public MethodNames(Collection<String> names) {
        Set<String> ambiguous = new HashSet<>();
        Map<String, String> fullNames = new HashMap<>();
        for (String name : names) {
            Matcher matcher = METHOD.matcher(name);
            if (matcher.matches()) {
                String before = fullNames.put(matcher.group(2), name);
                if (before != null && !before.equals(name)) {
                    ambiguous.add(matcher.group(2));
                }
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

    /** Returns the package of a method, without the final dot; empty if the name is not that of a method in a package. */
    public static String packageOf(String name) {
        Matcher matcher = METHOD.matcher(name);
        return matcher.matches() ? name.substring(0, matcher.end(1) - 1) : "";
    }
}
