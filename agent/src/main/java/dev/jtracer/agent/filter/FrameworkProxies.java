// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.filter;

/**
 * The classes that frameworks generate in front of the application's own, under names derived from theirs: {@code
 * com/acme/OrderService$$SpringCGLIB$$0}. Their methods call the ones that they override, or set fields.
 */
final class FrameworkProxies {
    private static final String[] MARKERS = {
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

    private FrameworkProxies() {}

    /**
     * Returns whether a framework has generated a class as a proxy, or as part of one. The name is in internal form.
     */
    static boolean contains(String internalName) {
        // Most names have no '$' at all; this runs for each class that is included.
        if (internalName.indexOf('$') >= 0) {
            for (String marker : MARKERS) {
                if (internalName.contains(marker)) {
                    return true;
                }
            }
        }
        return false;
    }
}
