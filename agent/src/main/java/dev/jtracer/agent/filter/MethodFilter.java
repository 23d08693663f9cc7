// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.filter;

import dev.jtracer.agent.config.OptionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods to trace: those that match an include and no exclude. Immutable.
 *
 * <p>{@code com.acme} names a package and all below it, or a class and the classes nested in it; {@code com.acme.*}
 * the same package; {@code com.acme.Cache#get*} methods of one class; {@code com.acme.Cache.get} one method, as
 * totals name it. {@code *} matches any characters, {@code ?} one character.
 */
public final class MethodFilter {
    /* The names of classes that frameworks generate in front of the application's own are derived from theirs:
     * com/acme/OrderService$$SpringCGLIB$$0. Their methods call the ones that they override, or set fields. */
    private static final String[] PROXY_MARKERS = {
        "$$SpringCGLIB$$", // Spring 6
        "$$EnhancerBy", // Spring 5, Guice, cglib
        "$$FastClass",
        "$$KeyFactoryBy",
        "$$OwbNormalScopeProxy", // OpenWebBeans
        "$$OwbInterceptProxy",
        "$HibernateProxy", // with a suffix before Hibernate 6.6
        "$HibernateBasicProxy",
        "$HibernateInstantiator",
        "$HibernateAccessOptimizer",
        "_$$_jvst", // Javassist, as Hibernate 5.2 and Weld use it
        "_$$_javassist",
        "$Proxy$_$$_Weld",
        "$$_WeldSubclass",
    };

    private final List<NamePattern> includes;
    private final List<NamePattern> excludes;
    private final boolean showsProxies;

    private MethodFilter(List<NamePattern> includes, List<NamePattern> excludes, boolean showsProxies) {
        this.includes = includes;
        this.excludes = excludes;
        this.showsProxies = showsProxies;
    }

    /**
     * Parses the user's entries, one per string.
     *
     * @throws OptionException when an entry cannot be what the user meant, or there is no include
     */
    public static MethodFilter parse(List<String> includes, List<String> excludes) throws OptionException {
        if (includes.isEmpty()) {
            throw new OptionException("option 'include' is empty; name the packages to trace, as in include=com.acme");
        }
        List<NamePattern> included = parse("include", includes);
        for (String entry : includes) {
            refuseUntraceable(entry);
        }
        return new MethodFilter(included, parse("exclude", excludes), false);
    }

    /** Parses the entries of an option that names methods among the included ones, one per string. */
    public static MethodFilter ofMethods(String option, List<String> entries) throws OptionException {
        return new MethodFilter(parse(option, entries), List.of(), false);
    }

    private static List<NamePattern> parse(String option, List<String> entries) throws OptionException {
        List<NamePattern> patterns = new ArrayList<>(entries.size());
        for (String entry : entries) {
            patterns.add(parse(option, entry));
            addMethodOfClass(patterns, entry);
        }
        return patterns;
    }

    /** Returns a filter for all methods except the JDK's and jtracer's own. */
    public static MethodFilter everything() {
        return new MethodFilter(List.of(new NamePattern("*", null)), List.of(), false);
    }

    /** Returns this filter, with the classes that frameworks generate as proxies of included ones. */
    public MethodFilter showingProxies() {
        return new MethodFilter(includes, excludes, true);
    }

    /** Returns whether a class, named like {@code com/acme/Cache}, is traced, in part or not at all. */
    public Coverage coverage(String internalName) {
        Coverage coverage = Coverage.NONE;
        for (int i = 0; i < includes.size(); i++) {
            NamePattern include = includes.get(i);
            if (include.matchesType(internalName)) {
                if (!include.namesMethods()) {
                    coverage = Coverage.ALL;
                    break;
                }
                coverage = Coverage.SOME;
            }
        }
        // After the includes, which few of the loaded classes match.
        if (coverage == Coverage.NONE
                || NeverTraced.contains(internalName)
                || (!showsProxies && isFrameworksProxy(internalName))) {
            return Coverage.NONE;
        }
        for (int i = 0; i < excludes.size(); i++) {
            NamePattern exclude = excludes.get(i);
            if (exclude.matchesType(internalName)) {
                if (!exclude.namesMethods()) {
                    return Coverage.NONE;
                }
                coverage = Coverage.SOME;
            }
        }
        return coverage;
    }

    /** Returns whether a framework has generated a class as a proxy, or as part of one. */
    private static boolean isFrameworksProxy(String internalName) {
        // Most names have no '$' at all; this runs for each class that is included.
        if (internalName.indexOf('$') >= 0) {
            for (String marker : PROXY_MARKERS) {
                if (internalName.contains(marker)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether a method is to be traced, in a class with {@link Coverage#SOME}. */
    public boolean includes(String internalName, String method) {
        return anyMatches(includes, internalName, method) && !anyMatches(excludes, internalName, method);
    }

    private static boolean anyMatches(List<NamePattern> patterns, String internalName, String method) {
        for (int i = 0; i < patterns.size(); i++) {
            NamePattern pattern = patterns.get(i);
            if (pattern.matchesMethod(method) && pattern.matchesType(internalName)) {
                return true;
            }
        }
        return false;
    }

    /* Totals and traces name a method Class.method. Java's conventions rule out a package in lower case below a class
     * in upper case, so the name also selects that method. */
    private static void addMethodOfClass(List<NamePattern> patterns, String entry) {
        int dot = entry.lastIndexOf('.');
        if (dot <= 0 || dot + 1 == entry.length() || entry.indexOf('#') >= 0) {
            return;
        }
        char method = entry.charAt(dot + 1);
        char type = entry.charAt(entry.lastIndexOf('.', dot - 1) + 1);
        int dollar = entry.lastIndexOf('$', dot - 1);
        char inner = dollar < 0 ? type : entry.charAt(dollar + 1);
        boolean isMethod = Character.isJavaIdentifierStart(method) && !Character.isUpperCase(method) || method == '<';
        if (isMethod && (Character.isUpperCase(type) || Character.isUpperCase(inner))) {
            patterns.add(new NamePattern(entry.substring(0, dot), entry.substring(dot + 1)));
        }
    }

    /** Parses one entry of an option. */
    static NamePattern parse(String option, String entry) throws OptionException {
        String quoted = option + " '" + entry + "'";
        if (entry.isBlank()) {
            throw new OptionException(quoted + " is empty; name a package, as in " + option + "=com.acme");
        }
        if (entry.indexOf('=') > 0) {
            throw new OptionException(
                    quoted + " is an option of its own; write a comma before it, as in include=com.acme," + entry);
        }
        for (int i = 0; i < entry.length(); i++) {
            if (Character.isWhitespace(entry.charAt(i)) || "(){}[]:|\"'\\".indexOf(entry.charAt(i)) >= 0) {
                throw new OptionException(quoted + " contains '" + entry.charAt(i)
                        + "'; write a package, a class, or a class and a method without its parameters, as in"
                        + " com.acme.Cache#get*");
            }
        }
        int hash = entry.indexOf('#');
        String type = hash < 0 ? entry : entry.substring(0, hash);
        String method = hash < 0 ? null : entry.substring(hash + 1);
        checkType(quoted, type, method);
        if (method != null && (method.isEmpty() || method.indexOf('#') >= 0)) {
            throw new OptionException(quoted + " needs one method name after its '#'; write '" + type + "#get*', or '"
                    + type + "' for all of its methods");
        }
        return new NamePattern(type, method);
    }

    private static void checkType(String quoted, String type, @Nullable String method) throws OptionException {
        if (type.isEmpty()) {
            throw new OptionException(quoted + " names no class; write '*#"
                    + (method == null || method.isEmpty() ? "get*" : method) + "' for every class");
        }
        if (type.indexOf('/') >= 0) {
            throw new OptionException(quoted + " contains '/'; write '" + type.replace('/', '.') + "'");
        }
        if (type.endsWith(".")) {
            throw new OptionException(quoted + " ends with a dot; write '" + type.substring(0, type.length() - 1)
                    + "' for a package and all below it, or add the class");
        }
        if (type.startsWith(".") || type.contains("..")) {
            throw new OptionException(quoted + " has an empty name before a dot; write it as in com.acme.Cache");
        }
    }

    private static void refuseUntraceable(String entry) throws OptionException {
        // 'dev.*' and '*' match more than the classes refused here: these stay untraced.
        String name = plainStart(entry).replace('.', '/') + "/";
        if (name.equals("javax/") || NeverTraced.isJdk(name)) {
            throw new OptionException("include '" + entry
                    + "' names JDK classes, which jtracer never traces; name a package of your own");
        }
        if (name.equals("dev/jtracer/")
                || NeverTraced.isOwn(name)
                || NeverTraced.isOwn(plainStart(entry).replace('.', '/'))) {
            throw new OptionException("include '" + entry
                    + "' names classes of jtracer itself, which are never traced; name a package of your own");
        }
    }

    /** Returns the part before the first name that contains a wildcard, or before the method. */
    private static String plainStart(String entry) {
        int lastDot = -1;
        for (int i = 0; i < entry.length(); i++) {
            switch (entry.charAt(i)) {
                case '.' -> lastDot = i;
                case '*', '?' -> {
                    return entry.substring(0, Math.max(lastDot, 0));
                }
                case '#' -> {
                    return entry.substring(0, i);
                }
                default -> {}
            }
        }
        return entry;
    }

    /** The part of a class that is to be traced. */
    public enum Coverage {
        NONE,
        /** Decided for each method by {@link MethodFilter#includes}. */
        SOME,
        ALL
    }
}
