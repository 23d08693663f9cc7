// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The loaded interfaces whose implementations are woven again if they were loaded before the agent. */
final class ContextTypes {
    private final List<Class<?>> interfaces = new ArrayList<>();
    private final List<Class<?>> wrappers = new ArrayList<>();

    /** Finds the interfaces of HTTP requests, of JDBC, or both, each once for every loader that has defined one. */
    ContextTypes(boolean http, boolean jdbc, Class<?>[] loaded) {
        Set<String> names = new HashSet<>();
        Set<String> wrapperNames = new HashSet<>();
        if (http) {
            names.add("com.sun.net.httpserver.HttpHandler");
            for (String root : new String[] {"javax", "jakarta"}) {
                names.add(root.concat(".servlet.Servlet"));
                names.add(root.concat(".servlet.Filter"));
                names.add(root.concat(".servlet.FilterChain"));
                names.add(root.concat(".servlet.ServletRequest"));
                names.add(root.concat(".servlet.AsyncContext"));
                wrapperNames.add(root.concat(".servlet.ServletRequestWrapper"));
            }
        }
        if (jdbc) {
            names.add("java.sql.Statement");
            names.add("java.sql.Connection");
        }
        for (Class<?> each : loaded) {
            if (each.isInterface()) {
                if (names.contains(each.getName())) {
                    interfaces.add(each);
                }
            } else if (http && wrapperNames.contains(each.getName())) {
                wrappers.add(each);
            }
        }
    }

    /**
     * Returns whether a loaded class has to be woven again because it extends one of the interfaces. The interfaces
     * themselves have no code of interest. A class of wrapped requests starts asynchronous work through the request
     * that it wraps, so those below the wrapper of the servlet API are spared.
     */
    boolean areExtendedBy(Class<?> loaded) {
        // Queries to the JVM: a walk over super types would keep a copy of the interfaces of each loaded class.
        return extendsAny(interfaces, loaded) && !extendsAny(wrappers, loaded);
    }

    private static boolean extendsAny(List<Class<?>> types, Class<?> loaded) {
        for (int i = 0; i < types.size(); i++) {
            Class<?> type = types.get(i);
            if (type != loaded && type.isAssignableFrom(loaded)) {
                return true;
            }
        }
        return false;
    }
}
