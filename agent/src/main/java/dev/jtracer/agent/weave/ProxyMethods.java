// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.filter.MethodFilter.Coverage;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a class of {@link Proxy} that are traced, each under the name of the included interface that it
 * implements.
 *
 * <p>A repository of Spring Data is an interface of the application, and the object behind it is of a generated
 * class:
 *
 * <pre>
 *   package com.acme;
 *   interface OrderRepository extends CrudRepository { List findByCustomer(long id); }
 *
 *   class jdk.proxy2.$Proxy93 implements OrderRepository, Advised {
 *       List findByCustomer(long id)    // com.acme.OrderRepository.findByCustomer
 *       Iterable findAll()              // com.acme.OrderRepository.findAll
 *       TargetSource getTargetSource()  // of Advised, not included: not traced
 *   }
 * </pre>
 *
 * <p>Immutable.
 */
record ProxyMethods(Map<String, String> interfaces) {
    private static final String SIMPLE_NAME = "$Proxy";

    static final ProxyMethods NONE = new ProxyMethods(Map.of());

    /** Returns whether an internal name is formed as the JDK forms those of proxies: {@code $Proxy} and a number. */
    static boolean isProxyName(String internalName) {
        int name = internalName.lastIndexOf('/') + 1;
        int number = name + SIMPLE_NAME.length();
        if (!internalName.startsWith(SIMPLE_NAME, name) || number == internalName.length()) {
            return false;
        }
        for (int i = number; i < internalName.length(); i++) {
            if (internalName.charAt(i) < '0' || internalName.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the JDK has generated a class, in internal form, as one of proxies.
     *
     * @param domain that of the class, as the JVM gives it to transformers
     */
    static boolean isProxy(String internalName, @Nullable String superName, @Nullable ProtectionDomain domain) {
        // Proxy defines its classes without a domain, on Java 17 and 25. Those that a class loader defines have one;
        // their interfaces may not be loaded yet, and a look-up would run the application's class loaders within
        // the transformer.
        return domain == null && "java/lang/reflect/Proxy".equals(superName) && isProxyName(internalName);
    }

    /** Returns the first of these interfaces, in internal form, whose name is included; null if none is. */
    static @Nullable String firstIncluded(MethodFilter filter, String[] interfaces) {
        for (String name : interfaces) {
            if (filter.coverage(name) != Coverage.NONE) {
                return name;
            }
        }
        return null;
    }

    /** Returns the internal form of the first of these interfaces that is traced; null if none is. */
    static @Nullable String firstIncluded(MethodFilter filter, Class<?>[] interfaces) {
        for (Class<?> type : interfaces) {
            if (coverage(filter, type) != Coverage.NONE) {
                return Type.getInternalName(type);
            }
        }
        return null;
    }

    /**
     * Finds the methods of a class that is being defined.
     *
     * @param names its interfaces, in internal form
     * @throws ClassNotFoundException if the class was not made by the JDK
     */
    static ProxyMethods of(MethodFilter filter, ClassLoader loader, String[] names) throws ClassNotFoundException {
        Class<?>[] interfaces = new Class<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            // Loads nothing and calls no loader: the JDK has looked each interface up through this loader, for
            // Proxy checks that it is visible there, and the JVM keeps the result.
            interfaces[i] = Class.forName(names[i].replace('/', '.'), false, loader);
        }
        return of(filter, interfaces);
    }

    static ProxyMethods of(MethodFilter filter, Class<?>[] interfaces) {
        Map<String, String> included = new HashMap<>();
        if (firstIncluded(filter, interfaces) != null) {
            Set<String> seen = new HashSet<>();
            for (Class<?> type : interfaces) {
                add(filter, type, seen, included);
            }
        }
        return new ProxyMethods(included);
    }

    /* The proxies of annotations are skipped: frameworks read their constants by the thousand. */
    private static Coverage coverage(MethodFilter filter, Class<?> type) {
        return type.isAnnotation() ? Coverage.NONE : filter.coverage(Type.getInternalName(type));
    }

    private static void add(MethodFilter filter, Class<?> type, Set<String> seen, Map<String, String> included) {
        Coverage coverage = coverage(filter, type);
        String name = Type.getInternalName(type);
        // Loads nothing either: the JDK has called getMethods of each interface for the class's own methods.
        for (Method method : type.getMethods()) {
            // If several interfaces declare a method, the proxy uses the first.
            if (!Modifier.isStatic(method.getModifiers())
                    && seen.add(key(method.getName(), Type.getMethodDescriptor(method)))
                    && (coverage == Coverage.ALL
                            || coverage == Coverage.SOME && filter.includes(name, method.getName()))) {
                included.put(key(method.getName(), Type.getMethodDescriptor(method)), name);
            }
        }
    }

    private static String key(String name, String descriptor) {
        return name.concat(descriptor);
    }

    boolean isEmpty() {
        return interfaces.isEmpty();
    }

    /** Returns the interface under whose name a method is traced, in internal form; null if it is not. */
    @Nullable
    String interfaceOf(String method, String descriptor) {
        return interfaces.get(key(method, descriptor));
    }
}
