// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.config.Spelling;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.filter.MethodFilter.Coverage;
import dev.jtracer.agent.filter.NeverTraced;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The reason why nothing was recorded, with the names that the user may have meant.
 *
 * @param silentUnlessWoven whether there is no text if no class matches
 */
public record IncludeHint(
        Instrumentation instrumentation,
        MethodFilter filter,
        List<String> include,
        WeaveCounters counters,
        boolean silentUnlessWoven)
        implements Supplier<String> {
    /* No lambda and no stream: a short program exits only when the text is made, and its first ones take 8 ms. */
    private static final int MOST_NAMES = 3;

    /** Limit of names that are compared, so that a hint takes some milliseconds in an application of any size. */
    private static final int MOST_COMPARED = 20_000;

    /** Returns the reason, or an empty text. Walks all loaded classes, so not for a thread of the application. */
    @Override
    public String get() {
        if (counters.methodsWoven() > 0) {
            return "no woven method was called (woven methods: " + counters.methodsWoven() + ", in classes: "
                    + counters.classesWoven() + ")";
        }
        if (silentUnlessWoven) {
            return "";
        }
        List<String> loaded = new ArrayList<>();
        int matching = 0;
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (isTraceable(each)) {
                matching += filter.coverage(internalName(each)) == Coverage.NONE ? 0 : 1;
                if (loaded.size() < MOST_COMPARED && each.getName().indexOf('$') < 0) {
                    loaded.add(each.getName());
                }
            }
        }
        return matching > 0
                ? "no method is traced in the loaded classes that match include='" + String.join(";", include)
                        + "' (classes: " + matching + "); check the method's name, or add accessors=on"
                : "no loaded class matches include='" + String.join(";", include) + "'" + suggestion(loaded);
    }

    private static boolean isTraceable(Class<?> loaded) {
        return !UntouchedLoaders.contain(loaded.getClassLoader())
                && !loaded.isArray()
                && !loaded.isHidden()
                && !NeverTraced.contains(internalName(loaded));
    }

    private static String internalName(Class<?> loaded) {
        return loaded.getName().replace('.', '/');
    }

    private String suggestion(List<String> loaded) {
        TreeSet<String> near = new TreeSet<>();
        Map<String, Integer> packages = packages(loaded);
        for (String entry : include) {
            near.addAll(near(entry, loaded, packages));
            if (near.contains(entry)) {
                return ": exclude= excludes all of it; name less there";
            }
        }
        if (!near.isEmpty()) {
            return "; did you mean " + quoted(near) + "?";
        }
        List<String> largest = largest(packages);
        if (largest.isEmpty()) {
            return loaded.isEmpty()
                    ? "; only classes of the JDK were loaded"
                    : "; loaded are classes without a package: " + quoted(loaded);
        }
        return "; loaded are classes of " + quoted(largest);
    }

    /** Returns the packages with classes, those with most classes first. */
    private static List<String> largest(Map<String, Integer> packages) {
        List<String> largest = new ArrayList<>();
        for (Map.Entry<String, Integer> each : packages.entrySet()) {
            if (each.getValue() > 0) {
                largest.add(each.getKey());
            }
        }
        largest.sort(new Comparator<>() {
            @Override
            public int compare(String one, String other) {
                int order = Integer.compare(packages.getOrDefault(other, 0), packages.getOrDefault(one, 0));
                return order == 0 ? one.compareTo(other) : order;
            }
        });
        return largest;
    }

    /** Returns names for an entry: classes of that name in other packages, or else the most similar name. */
    private static List<String> near(String entry, List<String> loaded, Map<String, Integer> packages) {
        String name = withoutMethod(entry);
        String simpleName = name.substring(name.lastIndexOf('.') + 1);
        List<String> namesakes = new ArrayList<>();
        List<String> candidates = new ArrayList<>();
        // A name of another length is further away than any that would be suggested.
        int most = Math.max(2, name.length() / 3);
        for (String each : packages.keySet()) {
            if (Math.abs(each.length() - name.length()) <= most) {
                candidates.add(each);
            }
        }
        for (String each : loaded) {
            if (each.substring(each.lastIndexOf('.') + 1).equalsIgnoreCase(simpleName)) {
                namesakes.add(each + entry.substring(name.length()));
            }
            if (Math.abs(each.length() - name.length()) <= most) {
                candidates.add(each);
            }
        }
        if (!namesakes.isEmpty()) {
            return namesakes;
        }
        String nearest = Spelling.nearest(name, candidates);
        return nearest == null ? List.of() : List.of(nearest);
    }

    private static String withoutMethod(String entry) {
        int hash = entry.indexOf('#');
        String name = hash < 0 ? entry : entry.substring(0, hash);
        if (name.endsWith(".*")) {
            name = name.substring(0, name.length() - 2);
        }
        int dot = name.lastIndexOf('.');
        int before = name.lastIndexOf('.', dot - 1);
        return dot > 0 && Character.isUpperCase(name.charAt(before + 1)) && !Character.isUpperCase(name.charAt(dot + 1))
                ? name.substring(0, dot)
                : name;
    }

    /** Returns the packages and the packages around them with the number of classes directly in each. */
    private static Map<String, Integer> packages(List<String> classes) {
        Map<String, Integer> packages = new HashMap<>();
        for (String name : classes) {
            int dot = name.lastIndexOf('.');
            if (dot > 0) {
                String own = name.substring(0, dot);
                packages.put(own, packages.getOrDefault(own, 0) + 1);
                for (int outer = name.lastIndexOf('.', dot - 1); outer > 0; outer = name.lastIndexOf('.', outer - 1)) {
                    packages.putIfAbsent(name.substring(0, outer), 0);
                }
            }
        }
        return packages;
    }

    private static String quoted(Iterable<String> names) {
        StringBuilder quoted = new StringBuilder();
        int count = 0;
        for (String name : names) {
            if (count++ == MOST_NAMES) {
                break;
            }
            quoted.append(quoted.isEmpty() ? "'" : ", '").append(name).append('\'');
        }
        return quoted.toString();
    }
}
