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
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * Which types of parameters are callbacks: interfaces whose abstract methods all have one name, and classes of tasks. Looks at class files, never
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
    /** Classes whose objects are called back by a method that no interface declares. */
    private static final Map<String, String> METHODS_OF_CLASSES = Map.of(
            "java/util/concurrent/ForkJoinTask", "exec/0",
            "java/util/concurrent/RecursiveTask", "compute/0",
            "java/util/concurrent/RecursiveAction", "compute/0",
            "java/util/concurrent/CountedCompleter", "compute/0");

    /** Classes whose objects are handed over in order to be run. */
    private static final Set<String> TASKS = Set.of(
            "java/lang/Thread",
            "java/util/TimerTask",
            "java/util/concurrent/FutureTask",
            "java/util/concurrent/ForkJoinTask",
            "java/util/concurrent/RecursiveTask",
            "java/util/concurrent/RecursiveAction",
            "java/util/concurrent/CountedCompleter");

    private static final String NONE = "";
    /** Stands for the method of a class of tasks, which no interface declares. */
    private static final String TASK = "task";

    private static final int MOST_SUPERTYPES = 50;

    private final Map<ClassLoader, Map<String, String>> methodsByLoader =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** Whether a type, in internal form, is one of callbacks. {@code false} if its class file cannot be found. */
    boolean contains(ClassLoader loader, String type) {
        return !functionalMethod(loader, type).equals(NONE);
    }

    /**
     * The methods by which objects of a class may be called back, as {@link #method} writes them.
     *
     * @param superName the class above, in internal form
     * @param interfaces those that the class implements itself
     */
    Set<String> functionalMethods(ClassLoader loader, @Nullable String superName, String @Nullable [] interfaces) {
        Set<String> methods = new HashSet<>();
        if (interfaces != null) {
            addAll(loader, interfaces, methods, 0);
        }
        String above = superName;
        for (int i = 0; above != null && !above.equals("java/lang/Object") && i < MOST_SUPERTYPES; i++) {
            String known = METHODS_OF_CLASSES.get(above);
            if (known != null) {
                methods.add(known);
            }
            ClassReader reader = open(loader, above);
            if (reader == null) {
                break;
            }
            addAll(loader, reader.getInterfaces(), methods, 0);
            above = reader.getSuperName();
        }
        return methods;
    }

    private void addAll(ClassLoader loader, String[] interfaces, Set<String> methods, int depth) {
        for (String type : interfaces) {
            String method = functionalMethod(loader, type);
            if (!method.equals(NONE)) {
                methods.add(method);
            } else if (depth < MOST_SUPERTYPES && !NEVER.contains(type)) {
                ClassReader reader = open(loader, type);
                if (reader != null) {
                    addAll(loader, reader.getInterfaces(), methods, depth + 1);
                }
            }
        }
    }

    /** A method by name and number of parameters, which its bridges share. */
    static String method(String name, String descriptor) {
        return name.concat("/").concat(Integer.toString(Type.getArgumentTypes(descriptor).length));
    }

    private String functionalMethod(ClassLoader loader, String type) {
        if (NEVER.contains(type)) {
            return NONE;
        }
        ClassLoader key = type.startsWith("java/") ? ClassLoader.getPlatformClassLoader() : loader;
        Map<String, String> known = methodsByLoader.computeIfAbsent(key, CallbackTypes::newMap);
        String method = known.get(type);
        if (method == null) {
            method = readFunctionalMethod(key, type);
            known.put(type, method);
        }
        return method;
    }

    private static Map<String, String> newMap(ClassLoader loader) {
        return new ConcurrentHashMap<>();
    }

    private static String readFunctionalMethod(ClassLoader loader, String type) {
        if (TASKS.contains(type)) {
            return TASK;
        }
        ClassReader reader = open(loader, type);
        if (reader == null) {
            return NONE;
        }
        if ((reader.getAccess() & Opcodes.ACC_INTERFACE) == 0) {
            return extendsTask(loader, reader) ? TASK : NONE;
        }
        AbstractMethods methods = new AbstractMethods();
        boolean complete = read(loader, reader, methods, new HashSet<>());
        return complete && methods.methods.size() == 1
                ? methods.methods.iterator().next()
                : NONE;
    }

    private static boolean extendsTask(ClassLoader loader, ClassReader type) {
        ClassReader reader = type;
        for (int i = 0; reader != null && i < MOST_SUPERTYPES; i++) {
            String above = reader.getSuperName();
            if (above == null || TASKS.contains(above)) {
                return above != null;
            }
            reader = above.equals("java/lang/Object") ? null : open(loader, above);
        }
        return false;
    }

    /** Adds the methods of an interface and those above it. Returns whether it is one and all class files were found. */
    private static boolean read(
            ClassLoader loader, @Nullable ClassReader reader, AbstractMethods methods, Set<String> seen) {
        if (reader == null || (reader.getAccess() & Opcodes.ACC_INTERFACE) == 0 || seen.size() > MOST_SUPERTYPES) {
            return false;
        }
        reader.accept(methods, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        for (String extended : reader.getInterfaces()) {
            if (seen.add(extended) && !read(loader, open(loader, extended), methods, seen)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable ClassReader open(ClassLoader loader, String type) {
        try (InputStream in = loader.getResourceAsStream(type.concat(".class"))) {
            return in == null ? null : new ClassReader(in);
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    /** The abstract methods of an interface and those that it extends, without those that it implements. */
    private static final class AbstractMethods extends ClassVisitor {
        final Set<String> methods = new HashSet<>();
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
                methods.add(CallbackTypes.method(name, descriptor));
            }
            return null;
        }
    }
}
