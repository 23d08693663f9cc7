// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.filter;

import dev.jtracer.agent.config.OptionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The user's overrides of what is a callback, and of which classes only run theirs, by internal name. Immutable. */
public final class CallbackFilter {
    /** A filter without overrides. */
    public static final CallbackFilter NONE = new CallbackFilter(List.of(), List.of(), List.of(), List.of());

    private static final List<String> OFF = List.of("off");

    /* The known classes that only run what they receive, checked in their sources: no method compares a callback by
     * identity with one that it received before (sets of callbacks compare by equals), and none holds a callback by a
     * weak reference alone. */
    private static final String[] RUNNER_PACKAGES_AND_WITHIN = {
        "java/util/concurrent/",
        "java/util/function/",
        "java/util/stream/",
        "com/google/common/util/concurrent/",
        "io/netty/channel/",
        "io/netty/util/concurrent/",
        "io/reactivex/rxjava3/",
        "io/smallrye/mutiny/",
        "io/vertx/core/",
        "org/springframework/core/task/",
        "org/springframework/scheduling/",
        "reactor/core/",
    };

    /** Packages without those within them. */
    private static final String[] RUNNER_PACKAGES = {"java/util/", "java/net/http/"};

    /** Classes with those within them. */
    private static final String[] RUNNER_CLASSES = {"java/lang/Thread", "java/lang/ThreadLocal", "java/lang/Iterable"};

    private final List<NamePattern> included;
    private final List<NamePattern> excluded;
    private final List<NamePattern> types;
    private final @Nullable List<NamePattern> runners;

    private CallbackFilter(
            List<NamePattern> included,
            List<NamePattern> excluded,
            List<NamePattern> types,
            @Nullable List<NamePattern> runners) {
        this.included = included;
        this.excluded = excluded;
        this.types = types;
        this.runners = runners;
    }

    /**
     * Parses the user's entries, each a package or a class.
     *
     * @param include classes, besides those that are traced, whose lambdas and objects are callbacks
     * @param exclude classes whose lambdas and objects are not callbacks, and types that are not callbacks
     * @param types types that are callbacks, whichever of their methods is called
     * @param exact classes, besides the known ones, that only run the callbacks that they receive; {@code off}
     *     alone if no class counts as one
     * @throws OptionException when an entry cannot be what the user meant
     */
    public static CallbackFilter parse(
            List<String> include, List<String> exclude, List<String> types, List<String> exact) throws OptionException {
        return new CallbackFilter(
                parse("callback-include", include),
                parse("callback-exclude", exclude),
                parse("callback-types", types),
                exact.equals(OFF) ? null : parse("callback-exact", exact));
    }

    private static List<NamePattern> parse(String option, List<String> entries) throws OptionException {
        List<NamePattern> patterns = new ArrayList<>(entries.size());
        for (String entry : entries) {
            NamePattern pattern = MethodFilter.parse(option, entry);
            if (pattern.namesMethods()) {
                throw new OptionException(option + " '" + entry + "' names methods; write '"
                        + entry.substring(0, entry.indexOf('#')) + "' for the class");
            }
            patterns.add(pattern);
        }
        return patterns;
    }

    /** Returns whether the lambdas and objects of a class are callbacks although its calls are not recorded. */
    public boolean includes(String className) {
        return matches(included, className) && !excludes(className);
    }

    /** Returns whether a class is excluded with its callbacks, or a type is excluded from the types of callbacks. */
    public boolean excludes(String name) {
        return matches(excluded, name);
    }

    /** Returns whether objects of a type are callbacks, whichever of its abstract methods is called. */
    public boolean isType(String name) {
        return matches(types, name);
    }

    /**
     * Returns whether a class only runs the callbacks of a type that it receives: it does not compare them by
     * identity, does not hold them weakly, and does not return them.
     */
    public boolean onlyRuns(String className, String type) {
        return runners != null && staysInside(type) && (isRunner(className) || matches(runners, className));
    }

    /** Returns whether a class is one of the known ones that only run the callbacks that they receive. */
    private static boolean isRunner(String className) {
        if (NeverTraced.startsWithAny(className, RUNNER_PACKAGES_AND_WITHIN)) {
            return true;
        }
        for (String known : RUNNER_PACKAGES) {
            if (className.startsWith(known) && className.indexOf('/', known.length()) < 0) {
                return true;
            }
        }
        return NeverTraced.isOrIsWithinAny(className, RUNNER_CLASSES);
    }

    /**
     * Returns whether objects of a type are not returned by what holds them. A sorted map returns its comparator and
     * a pool its thread factory, which the application may compare.
     */
    private static boolean staysInside(String type) {
        return !type.startsWith("java/")
                || type.startsWith("java/util/function/")
                || type.equals("java/lang/Runnable")
                || type.equals("java/util/concurrent/Callable");
    }

    private static boolean matches(List<NamePattern> patterns, String name) {
        for (int i = 0; i < patterns.size(); i++) {
            if (patterns.get(i).matchesType(name)) {
                return true;
            }
        }
        return false;
    }
}
