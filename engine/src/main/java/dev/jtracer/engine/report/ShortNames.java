// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names of methods without their packages, where what is left names only one of them: {@code Shop.main} for {@code
 * com.acme.shop.Shop.main}. Names of any other form stay as they are.
 */
public final class ShortNames implements UnaryOperator<String> {
    private static final Pattern METHOD =
            Pattern.compile("(?:[a-z_][\\w$]*\\.)+([\\w$]+\\.(?:<init>|<clinit>|[\\w$]+)(?:\\[\\d+\\])?)");

    private final Map<String, String> shortNames = new HashMap<>();

    /** Creates short names for methods and callbacks that are shown together. */
    public ShortNames(Functions functions, Callbacks callbacks) {
        this(Stream.concat(
                        functions.rows().stream().map(Functions.Row::name),
                        callbacks.rows().stream().map(Callbacks.Row::name))
                .toList());
    }

    /** Creates short names for names that are shown together. */
    public ShortNames(Collection<String> names) {
        Set<String> ambiguous = new HashSet<>();
        Map<String, String> fullNames = new HashMap<>();
        for (String name : names) {
            Matcher matcher = METHOD.matcher(name);
            if (matcher.matches()) {
                String before = fullNames.put(matcher.group(1), name);
                if (before != null && !before.equals(name)) {
                    ambiguous.add(matcher.group(1));
                }
            }
        }
        fullNames.forEach((shortName, name) -> {
            if (!ambiguous.contains(shortName)) {
                shortNames.put(name, shortName);
            }
        });
    }

    @Override
    public String apply(String name) {
        return shortNames.getOrDefault(name, name);
    }
}
