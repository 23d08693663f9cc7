// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.filter.MethodFilter.Coverage;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * The types of callbacks: interfaces whose abstract methods all have one name, classes of tasks, and the user's
 * overrides. Reads class files, never classes: weaving must not load any of the application's. May be used by several
 * threads.
 */
public final class CallbackTypes {
    /* Recognised by name, not by annotation: the functions of Kotlin and Scala, and the listeners of Netty, have
     * none. One name may have several descriptors, which are bridges of each other. */
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
    /**
     * Classes that are no callbacks and inherit none. Their class files are not read, because the JDK opens its own
     * for the first with 30 classes, and a small program asks for no others.
     */
    private static final Set<String> PLAIN = Set.of("java/lang/Object", "java/lang/String", "java/lang/ClassLoader");

    private static final Set<String> METHODS_OF_OBJECT =
            Set.of("equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;");
    /** Classes whose objects are called back through a method that no interface declares. */
    private static final Map<String, String> METHODS_OF_CLASSES = Map.of(
            "java/util/concurrent/ForkJoinTask", "exec/0",
            "java/util/concurrent/RecursiveTask", "compute/0",
            "java/util/concurrent/RecursiveAction", "compute/0",
            "java/util/concurrent/CountedCompleter", "compute/0");

    /**
     * Interfaces of libraries with several methods, whose objects are passed in order to be called back. Those
     * of reactive streams are excepted: each operator of such a library is the subscriber of the one before it.
     */
    private static final Set<String> OF_LIBRARIES = Set.of(
            "com/google/common/util/concurrent/FutureCallback",
            "io/grpc/stub/StreamObserver",
            "java/nio/channels/CompletionHandler",
            "okhttp3/Callback",
            "org/apache/hc/core5/concurrent/FutureCallback",
            "retrofit2/Callback");

    /** Interfaces that are called back through methods which they implement, or not through all that they demand. */
    private static final Map<String, Set<String>> METHODS_OF_INTERFACES =
            Map.of("scala/PartialFunction", Set.of("apply/1", "applyOrElse/2"));

    /** Classes whose objects, and those of classes that extend them, are passed in order to be run. */
    private static final Set<String> TASKS = Set.of(
            "java/lang/Thread",
            "java/util/TimerTask",
            "java/util/concurrent/FutureTask",
            "java/util/concurrent/ForkJoinTask");

    private static final Set<String> NONE = Set.of();
    /** Marks a class of tasks, whose method no interface declares. */
    private static final Set<String> TASK = Set.of("task");

    private static final int MOST_SUPERTYPES = 50;

    private final MethodFilter traced;
    private final CallbackFilter filter;
    private final TypeHeaders headers = new TypeHeaders();
    /** The methods through which objects of a type are called back; none if it is no type of callbacks. */
    private final TypeResults<Set<String>> functional = new TypeResults<>(headers);
    /** The methods through which objects of its subtypes may be called back. The sets are not modified. */
    private final TypeResults<Set<String>> inherited = new TypeResults<>(headers);
    /** The same, for anonymous and local classes. */
    private final TypeResults<Set<String>> inheritedByUnnamed = new TypeResults<>(headers);

    /* What the user may want to name as a type. Counted where classes are woven, so the calls themselves cost
     * nothing. */
    private static final int MOST_DESCRIPTORS = 10_000;
    private static final int MOST_UNFOLLOWED = 5;
    private final Map<String, AtomicInteger> descriptorsCalled = new ConcurrentHashMap<>();
    private final Set<String> unfollowed = ConcurrentHashMap.newKeySet();

    /** @param traced the classes that are the user's own */
    public CallbackTypes(MethodFilter traced, CallbackFilter filter) {
        this.traced = traced;
        this.filter = filter;
    }

    /** Returns whether a type, in internal form, is one of callbacks; false if its class file cannot be found. */
    boolean contains(ClassLoader loader, String type) {
        return !functional(loader, type, 0).isEmpty();
    }

    public TypeHeaders headers() {
        return headers;
    }

    /** Returns whether objects of a type are tasks, for example threads. */
    boolean isTask(ClassLoader loader, String type) {
        return functional(loader, type, 0).equals(TASK);
    }

    /**
     * Returns the methods through which objects of a class may be called back, as {@link #method} writes them.
     *
     * @param className the class; an interface of the user's own counts only if it is annotated as functional, or if
     *     the class is anonymous or local: an interface with one method may as well be that of a tree's nodes, which
     *     are no callbacks
     * @param superName the super class, in internal form
     * @param interfaces the interfaces that the class implements itself
     */
    public Set<String> functionalMethods(
            ClassLoader loader, String className, @Nullable String superName, List<String> interfaces) {
        return methodsOf(loader, superName, interfaces, isNamed(className), 0);
    }

    /**
     * Returns whether an interface above a class declares a method without a body.
     *
     * @param method name and descriptor
     */
    public boolean demandsMethod(
            ClassLoader loader, @Nullable String superName, List<String> interfaces, String method) {
        for (String type : headers.above(loader, superName, interfaces, PLAIN)) {
            TypeHeader header = headers.get(loader, type);
            if (header != null && header.abstractMethods().contains(method)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a class is neither anonymous nor local, as {@code Outer$1} and {@code Outer$1Local} are. */
    private static boolean isNamed(String className) {
        int dollar = className.lastIndexOf('$');
        return dollar < 0 || dollar == className.length() - 1 || !Character.isDigit(className.charAt(dollar + 1));
    }

    private Set<String> methodsOf(
            ClassLoader loader, @Nullable String superName, List<String> interfaces, boolean named, int depth) {
        Set<String> methods = new HashSet<>(0);
        if (superName != null && !PLAIN.contains(superName)) {
            methods.addAll(inherited(loader, superName, named, depth + 1));
        }
        for (int i = 0; i < interfaces.size(); i++) {
            String type = interfaces.get(i);
            Set<String> functional = functional(loader, type, depth);
            if (!functional.isEmpty() && (!named || countsForNamed(loader, type))) {
                methods.addAll(functional);
            } else if (!isNone(type)) {
                methods.addAll(inherited(loader, type, named, depth + 1));
            }
        }
        return methods;
    }

    /** Returns the {@link #functionalMethods} that subtypes inherit; cached, because many extend the same type. */
    private Set<String> inherited(ClassLoader loader, String type, boolean named, int depth) {
        ClassLoader queried = TypeHeaders.loaderOf(loader, type);
        TypeResults<Set<String>> known = named ? inherited : inheritedByUnnamed;
        Set<String> methods = known.get(queried, type);
        if (methods == null) {
            long since = headers.now();
            TypeHeader header = depth < MOST_SUPERTYPES ? headers.get(queried, type) : null;
            methods = header == null
                    ? new HashSet<>(0)
                    : methodsOf(queried, header.superName(), header.interfaces(), named, depth);
            String ofClass = METHODS_OF_CLASSES.get(type);
            if (ofClass != null) {
                methods.add(ofClass);
            }
            known.put(queried, type, methods, headers.validity(since));
        }
        return methods;
    }

    private boolean countsForNamed(ClassLoader loader, String type) {
        if (traced.coverage(type) == Coverage.NONE || filter.isType(type)) {
            return true;
        }
        TypeHeader header = headers.get(loader, type);
        return header != null && header.functional();
    }

    /** Counts a call, in an included method, of a method of another class. */
    void callsOther(String owner, String descriptor) {
        if (descriptor.startsWith("()") || descriptor.indexOf(';') < 0 || owner.startsWith("java/")) {
            return;
        }
        AtomicInteger calls = descriptorsCalled.get(descriptor);
        if (calls == null) {
            if (descriptorsCalled.size() >= MOST_DESCRIPTORS) {
                return;
            }
            descriptorsCalled.putIfAbsent(descriptor, new AtomicInteger()); // no lambda: this runs in each start
            calls = descriptorsCalled.get(descriptor);
        }
        if (traced.coverage(owner) == Coverage.NONE) {
            calls.incrementAndGet();
        }
    }

    /** Keeps those interfaces of an included class that have several methods and are not known as callbacks. */
    public void implemented(ClassLoader loader, String[] interfaces) {
        for (String type : interfaces) {
            if (isOfLibrary(type) && !unfollowed.contains(type) && !contains(loader, type)) {
                Set<String> methods = new HashSet<>();
                TypeHeader header = headers.get(TypeHeaders.loaderOf(loader, type), type);
                if (addAbstract(loader, header, methods, new HashSet<>(), new HashSet<>()) && methods.size() > 1) {
                    unfollowed.add(type);
                }
            }
        }
    }

    private boolean isOfLibrary(String type) {
        return !type.startsWith("java/")
                && !type.startsWith("javax/")
                && traced.coverage(type) == Coverage.NONE
                && !filter.excludes(type);
    }

    /**
     * Returns the interfaces that included classes implement and included methods pass to libraries, though they are
     * no types of callbacks, with the numbers of the calls in the source, the most first:
     * {@code io.grpc.ServerInterceptor (2 calls)}.
     */
    public String unfollowed() {
        if (unfollowed.isEmpty()) {
            return ""; // most programs, whose exit needs no class of a lambda then
        }
        Map<String, Integer> calls = new TreeMap<>();
        descriptorsCalled.forEach((descriptor, count) -> {
            for (Type parameter : Type.getArgumentTypes(descriptor)) {
                if (parameter.getSort() == Type.OBJECT && unfollowed.contains(parameter.getInternalName())) {
                    calls.merge(parameter.getClassName(), count.get(), Integer::sum);
                }
            }
        });
        return calls.entrySet().stream()
                .filter(type -> type.getValue() > 0)
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_UNFOLLOWED)
                .map(type -> type.getKey() + " (" + type.getValue() + (type.getValue() == 1 ? " call)" : " calls)"))
                .collect(Collectors.joining(", "));
    }

    /** Returns a method as its name and number of parameters, which its bridges share. */
    public static String method(String name, String descriptor) {
        return name.concat("/").concat(Integer.toString(Type.getArgumentTypes(descriptor).length));
    }

    private boolean isNone(String type) {
        return filter.excludes(type) || (NEVER.contains(type) && !filter.isType(type));
    }

    /** Returns the methods through which objects of a type are called back; none if it is no type of callbacks. */
    private Set<String> functional(ClassLoader loader, String type, int depth) {
        if (PLAIN.contains(type) || isNone(type)) {
            return NONE;
        }
        ClassLoader queried = TypeHeaders.loaderOf(loader, type);
        Set<String> methods = functional.get(queried, type);
        if (methods == null) {
            long since = headers.now();
            methods = findFunctional(queried, type, depth);
            functional.put(queried, type, methods, headers.validity(since));
        }
        return methods;
    }

    private Set<String> findFunctional(ClassLoader loader, String type, int depth) {
        if (TASKS.contains(type)) {
            return TASK;
        }
        TypeHeader header = headers.get(loader, type);
        if (header == null) {
            return NONE;
        }
        if (!header.isInterface()) {
            String above = header.superName();
            boolean isTask = above != null
                    && depth < MOST_SUPERTYPES
                    && functional(loader, above, depth + 1).equals(TASK);
            return isTask ? TASK : NONE;
        }
        Set<String> ofInterface = METHODS_OF_INTERFACES.get(type);
        if (ofInterface != null) {
            return ofInterface;
        }
        Set<String> methods = new HashSet<>();
        boolean complete = addAbstract(loader, header, methods, new HashSet<>(), new HashSet<>());
        boolean isCallback = complete && (methods.size() == 1 || OF_LIBRARIES.contains(type) || filter.isType(type));
        return isCallback ? Set.copyOf(methods) : NONE;
    }

    /**
     * Adds the abstract methods of an interface and of those that it extends, except those that they implement.
     * Returns whether all of them are interfaces and their class files were found.
     */
    private boolean addAbstract(
            ClassLoader loader,
            @Nullable TypeHeader header,
            Set<String> methods,
            Set<String> implemented,
            Set<String> seen) {
        if (header == null || !header.isInterface() || seen.size() > MOST_SUPERTYPES) {
            return false;
        }
        implemented.addAll(header.implementedMethods());
        for (String method : header.abstractMethods()) {
            if (!implemented.contains(method) && !METHODS_OF_OBJECT.contains(method)) {
                int end = method.indexOf('(');
                methods.add(method(method.substring(0, end), method.substring(end)));
            }
        }
        for (String extended : header.interfaces()) {
            if (seen.add(extended) && !addAbstract(loader, headers.get(loader, extended), methods, implemented, seen)) {
                return false;
            }
        }
        return true;
    }
}
