// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import java.util.HashSet;
import java.util.Set;

/** The interfaces whose implementations are woven again if they were loaded before the agent, by their names. */
final class ContextTypes {
    private final Set<String> names = new HashSet<>();

    /** Includes the interfaces of HTTP requests, those of JDBC, or both. */
    ContextTypes(boolean http, boolean jdbc) {
        if (http) {
            names.add("com.sun.net.httpserver.HttpHandler");
            for (String root : new String[] {"javax", "jakarta"}) {
                names.add(root.concat(".servlet.Servlet"));
                names.add(root.concat(".servlet.Filter"));
                names.add(root.concat(".servlet.FilterChain"));
                names.add(root.concat(".servlet.ServletRequest"));
                names.add(root.concat(".servlet.AsyncContext"));
            }
        }
        if (jdbc) {
            names.add("java.sql.Statement");
            names.add("java.sql.Connection");
        }
    }

    /** Returns whether one of the interfaces is loaded, without which nothing can implement one. */
    boolean areAmong(Class<?>[] loaded) {
        for (Class<?> each : loaded) {
            if (names.contains(each.getName())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a loaded class is or extends one of the interfaces. */
    boolean areExtendedBy(Class<?> loaded) {
        if (names.contains(loaded.getName())) {
            return true;
        }
        Class<?> superclass = loaded.getSuperclass();
        if (superclass != null && areExtendedBy(superclass)) {
            return true;
        }
        for (Class<?> each : loaded.getInterfaces()) {
            if (areExtendedBy(each)) {
                return true;
            }
        }
        return false;
    }
}
