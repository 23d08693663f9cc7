// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of the types that extend one of the interfaces of JDBC, recognised by their class files only: a query to the JVM
 * would load types. Thread-safe.
 */
public final class JdbcClasses {
    private final String root;
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    private JdbcClasses(String root, String... more) {
        this.root = root.replace('/', '.');
        names.add(root);
        names.addAll(Set.of(more));
    }

    public static JdbcClasses statements() {
        return new JdbcClasses("java/sql/Statement", "java/sql/PreparedStatement", "java/sql/CallableStatement");
    }

    public static JdbcClasses connections() {
        return new JdbcClasses("java/sql/Connection");
    }

    /**
     * Returns whether a type extends the interface, and adds it if so. Its supertypes are loaded before it, so their names are
     * known by then, unless they were loaded before the agent: then {@code loaded} decides.
     *
     * @param loaded the type itself when it is woven again; null when it is being loaded
     */
    public boolean add(String name, @Nullable String superName, String[] interfaces, @Nullable Class<?> loaded) {
        boolean extending = loaded == null
                ? superName != null && names.contains(superName) || containsAny(interfaces)
                : isExtendedBy(loaded);
        if (extending) {
            names.add(name);
        }
        return extending;
    }

    private boolean containsAny(String[] interfaces) {
        for (String each : interfaces) {
            if (names.contains(each)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a loaded type extends the interface, by the names of its supertypes. */
    public boolean isExtendedBy(Class<?> loaded) {
        return extendsAny(loaded, Set.of(root));
    }

    /** Returns whether a loaded type is or extends one of these, named with dots. */
    static boolean extendsAny(@Nullable Class<?> loaded, Set<String> types) {
        if (loaded == null) {
            return false;
        }
        if (types.contains(loaded.getName()) || extendsAny(loaded.getSuperclass(), types)) {
            return true;
        }
        for (Class<?> each : loaded.getInterfaces()) {
            if (extendsAny(each, types)) {
                return true;
            }
        }
        return false;
    }
}
