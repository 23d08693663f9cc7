// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of class loaders, recognised by their class files only: a query to the JVM would load the super class.
 * Thread-safe.
 */
final class LoaderClasses {
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    LoaderClasses() {
        names.addAll(List.of("java/lang/ClassLoader", "java/security/SecureClassLoader", "java/net/URLClassLoader"));
    }

    /**
     * Returns whether a class is a class loader, and adds it if so. A super class is loaded before its subclasses, so
     * its name is known by then, unless it was loaded before the agent: then {@code loaded} decides.
     *
     * @param loaded the class itself when it is woven again; null when it is being loaded
     */
    boolean add(String name, @Nullable String superName, @Nullable Class<?> loaded) {
        boolean loader = loaded == null
                ? superName != null && names.contains(superName)
                : ClassLoader.class.isAssignableFrom(loaded);
        if (loader) {
            names.add(name);
        }
        return loader;
    }
}
