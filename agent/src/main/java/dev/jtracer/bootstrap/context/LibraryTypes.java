// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

/**
 * The classes that extend a type of a library or of an optional module of the JDK, by the names of their supertypes.
 * Each class stores its own answer.
 */
final class LibraryTypes extends ClassValue<Boolean> {
    static final LibraryTypes STATEMENTS = new LibraryTypes("java.sql.Statement");
    static final LibraryTypes CONNECTIONS = new LibraryTypes("java.sql.Connection");
    static final LibraryTypes NETTY_DECODERS = new LibraryTypes("io.netty.handler.codec.http.HttpRequestDecoder");

    private final String root;

    private LibraryTypes(String root) {
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
