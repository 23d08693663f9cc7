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
 * Which types of parameters are callbacks: interfaces whose abstract methods all have one name, and classes of tasks. Looks at
 * class files, never at classes: weaving must not load any of the application's. May be used by several threads.
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

    /** Classes whose objects, and those of classes that extend them, are handed over in order to be run. */
    private static final Set<String> TASKS = Set.of(
            "java/lang/Thread",
            "java/util/TimerTask",
            "java/util/concurrent/FutureTask",
            "java/util/concurrent/ForkJoinTask");

    private static final String NONE = "";
    /** Stands for the method of a class of tasks, which no interface declares. */
    private static final String TASK = "task";

    private static final int MOST_SUPERTYPES = 50;

    private final Map<ClassLoader, Known> knownByLoader = Collections.synchronizedMap(new WeakHashMap<>());

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
        return methodsOf(loader, superName, interfaces, 0);
    }

    private Set<String> methodsOf(
            ClassLoader loader, @Nullable String superName, String @Nullable [] interfaces, int depth) {
        Set<String> methods = new HashSet<>(0);
        if (superName != null && !superName.equals("java/lang/Object")) {
            methods.addAll(inherited(loader, superName, depth + 1));
        }
        for (int i = 0; interfaces != null && i < interfaces.length; i++) {
            String method = functionalMethod(loader, interfaces[i]);
            if (!method.equals(NONE)) {
                methods.add(method);
            } else if (!NEVER.contains(interfaces[i])) {
                methods.addAll(inherited(loader, interfaces[i], depth + 1));
            }
        }
        return methods;
    }

    /** What {@link #functionalMethods} are for those who extend a type; kept, for many classes extend the same. */
    private Set<String> inherited(ClassLoader loader, String type, int depth) {
        ClassLoader asked = asked(loader, type);
        Map<String, Set<String>> known = known(asked).inherited;
        Set<String> methods = known.get(type);
        if (methods == null) {
            ClassReader reader = depth < MOST_SUPERTYPES ? open(asked, type) : null;
            methods = reader == null
                    ? new HashSet<>(0)
                    : methodsOf(asked, reader.getSuperName(), reader.getInterfaces(), depth);
            String ofClass = METHODS_OF_CLASSES.get(type);
            if (ofClass != null) {
                methods.add(ofClass);
            }
            known.put(type, methods);
        }
        return methods;
    }

    /** A method by name and number of parameters, which its bridges share. */
    static String method(String name, String descriptor) {
        return name.concat("/").concat(Integer.toString(Type.getArgumentTypes(descriptor).length));
    }

    private String functionalMethod(ClassLoader loader, String type) {
        if (NEVER.contains(type)) {
            return NONE;
        }
        ClassLoader asked = asked(loader, type);
        Map<String, String> known = known(asked).functional;
        String method = known.get(type);
        if (method == null) {
            method = readFunctionalMethod(asked, type);
            known.put(type, method);
        }
        return method;
    }

    private Known known(ClassLoader asked) {
        return knownByLoader.computeIfAbsent(asked, CallbackTypes::newKnown);
    }

    private static Known newKnown(ClassLoader loader) {
        return new Known(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    }

    /** Who is asked for a class file. All loaders have the same ones of the JDK. */
    private static ClassLoader asked(ClassLoader loader, String type) {
        return type.startsWith("java/") ? ClassLoader.getPlatformClassLoader() : loader;
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

    /**
     * What a loader's class files say, by type.
     *
     * @param functional the one method of an interface, or {@link #NONE}
     * @param inherited the methods by which objects of whatever extends the type may be called back; the sets are not changed
     */
    private record Known(Map<String, String> functional, Map<String, Set<String>> inherited) {}

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
