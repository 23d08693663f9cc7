// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Which types of parameters are callbacks: interfaces whose abstract methods all have one name. Looks at class files, never
 * at classes: weaving must not load any of the application's. May be used by several threads.
 */
final class CallbackTypes {
    /* By name and not by annotation: Kotlin's and Scala's functions, and Netty's listeners, have none. One name may have
     * several descriptors, which are bridges of each other. */
    private static final Set<String> NEVER = Set.of(
            "java/lang/Iterable",
            "java/lang/AutoCloseable",
            "java/io/Closeable",
            "java/io/Flushable",
            "java/lang/Comparable",
            "java/lang/CharSequence",
            "java/lang/Readable",
            "java/lang/Appendable",
            "java/util/concurrent/Executor");
    private static final Set<String> METHODS_OF_OBJECT =
            Set.of("equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;");
    private static final int MOST_SUPERTYPES = 50;

    private final Map<ClassLoader, Map<String, Boolean>> knownByLoader =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** Whether a type, in internal form, is one of callbacks. {@code false} if its class file cannot be found. */
    boolean contains(@Nullable ClassLoader loader, String type) {
        if (NEVER.contains(type)) {
            return false;
        }
        ClassLoader key = loader == null || type.startsWith("java/") ? ClassLoader.getPlatformClassLoader() : loader;
        Map<String, Boolean> known = knownByLoader.computeIfAbsent(key, CallbackTypes::newMap);
        Boolean callback = known.get(type);
        if (callback == null) {
            callback = isFunctional(key, type);
            known.put(type, callback);
        }
        return callback;
    }

    private static Map<String, Boolean> newMap(ClassLoader loader) {
        return new ConcurrentHashMap<>();
    }

    private static boolean isFunctional(ClassLoader loader, String type) {
        AbstractMethods methods = new AbstractMethods();
        try {
            Set<String> seen = new HashSet<>();
            return read(loader, type, methods, seen) && methods.names.size() == 1;
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }

    private static boolean read(ClassLoader loader, String type, AbstractMethods methods, Set<String> seen)
            throws IOException {
        if (!seen.add(type)) {
            return true;
        }
        if (seen.size() > MOST_SUPERTYPES) {
            return false;
        }
        ClassReader reader;
        try (InputStream in = loader.getResourceAsStream(type.concat(".class"))) {
            if (in == null) {
                return false;
            }
            reader = new ClassReader(in);
        }
        if ((reader.getAccess() & Opcodes.ACC_INTERFACE) == 0) {
            return false;
        }
        reader.accept(methods, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        for (String extended : reader.getInterfaces()) {
            if (!read(loader, extended, methods, seen)) {
                return false;
            }
        }
        return true;
    }

    /** Names of the abstract methods of an interface and those that it extends, without those that it implements. */
    private static final class AbstractMethods extends ClassVisitor {
        final Set<String> names = new HashSet<>();
        private final Set<String> implemented = new HashSet<>();

        AbstractMethods() {
            super(Opcodes.ASM9);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            String method = name.concat(descriptor);
            if ((access & Opcodes.ACC_STATIC) != 0 || METHODS_OF_OBJECT.contains(method)) {
                return null;
            }
            if ((access & Opcodes.ACC_ABSTRACT) == 0) {
                implemented.add(method);
            } else if (!implemented.contains(method)) {
                names.add(name);
            }
            return null;
        }
    }
}
