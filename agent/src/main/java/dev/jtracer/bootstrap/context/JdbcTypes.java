// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

/**
 * The classes that implement an interface of JDBC, by the names of their supertypes: JDBC is an optional module of the JDK. Each
 * class stores its own answer.
 */
final class JdbcTypes extends ClassValue<Boolean> {
    static final JdbcTypes STATEMENTS = new JdbcTypes("java.sql.Statement");
    static final JdbcTypes CONNECTIONS = new JdbcTypes("java.sql.Connection");

    private final String root;

    private JdbcTypes(String root) {
        this.root = root;
    }

    boolean include(Object object) {
        return get(object.getClass());
    }

    @Override
    protected Boolean computeValue(Class<?> type) {
        return extendsRoot(type);
    }

    /* The supertypes of a class are loaded with it, so nothing is loaded here, and no method of the class runs. */
    private boolean extendsRoot(Class<?> type) {
        if (type.getName().equals(root)) {
            return true;
        }
        Class<?> superclass = type.getSuperclass();
        if (superclass != null && extendsRoot(superclass)) {
            return true;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (extendsRoot(each)) {
                return true;
            }
        }
        return false;
    }
}
