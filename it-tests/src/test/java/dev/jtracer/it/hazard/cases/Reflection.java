// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Programs that inspect the classes of callbacks. */
@SuppressWarnings("UnnecessaryLambda")
public final class Reflection {
    private Reflection() {}

    /**
     * Inspects a lambda as libraries do that need its generic types: the constant pool of its class names its body.
     */
    @Hazard
    static String bodyOfALambda_isFoundInItsConstantPool() throws Exception {
        Function<String, Integer> lambda = word -> word.length();
        Method getConstantPool = Class.class.getDeclaredMethod("getConstantPool");
        getConstantPool.setAccessible(true);
        Object pool = getConstantPool.invoke(lambda.getClass());
        Method getSize = pool.getClass().getMethod("getSize");
        Method getMethodAt = pool.getClass().getMethod("getMethodAt", int.class);
        getSize.setAccessible(true);
        getMethodAt.setAccessible(true);
        for (int i = (Integer) getSize.invoke(pool) - 1; i > 0; i--) {
            Member member = methodAt(getMethodAt, pool, i);
            if (member instanceof Method method && method.getDeclaringClass() == Reflection.class) {
                return method.getReturnType().getSimpleName() + Arrays.toString(method.getParameterTypes());
            }
        }
        return "not found";
    }

    private static Member methodAt(Method getMethodAt, Object pool, int index) throws IllegalAccessException {
        try {
            return (Member) getMethodAt.invoke(pool, index);
        } catch (InvocationTargetException notAMethod) {
            return null;
        }
    }

    @Hazard
    static String genericInterfacesOfAnAnonymousClass_areKnown() {
        return genericInterfaces(new Function<String, List<Integer>>() {
            @Override
            public List<Integer> apply(String word) {
                return List.of(word.length());
            }
        });
    }

    private static String genericInterfaces(Function<?, ?> function) {
        return Arrays.toString(function.getClass().getGenericInterfaces());
    }

    @Hazard
    static String classOfALambda_looksLikeOne() {
        int captured = 1;
        Supplier<Integer> lambda = () -> captured;
        Class<?> type = lambda.getClass();
        return type.getName().startsWith(Reflection.class.getName() + "$$Lambda") + " "
                + type.getSimpleName().startsWith("Reflection$$Lambda") + " " + type.isSynthetic() + " "
                + type.isHidden() + " " + Arrays.toString(type.getInterfaces()) + " " + type.getSuperclass() + " "
                + type.isAnonymousClass() + type.isLocalClass() + type.isMemberClass() + " "
                + Modifier.toString(type.getModifiers());
    }

    /** JDK 17 numbers its lambdas' classes, later ones do not. */
    @Hazard
    static String nameOfALambda_isAsTheJdkWritesIt() {
        int captured = 1;
        Supplier<Integer> lambda = () -> captured;
        String name = lambda.getClass().getName();
        return name.replaceAll("\\d+", "0").replaceAll("/.*", "/address") + " "
                + name.matches(".*\\$\\$Lambda(\\$\\d+)?/.*");
    }

    @Hazard
    static String placeOfALambda_isItsMaker() {
        int captured = 1;
        Supplier<Integer> lambda = () -> captured;
        Class<?> type = lambda.getClass();
        return type.getPackageName() + " " + (type.getClassLoader() == Reflection.class.getClassLoader()) + " "
                + (type.getModule() == Reflection.class.getModule()) + " "
                + type.getNestHost().getSimpleName() + " "
                + type.isNestmateOf(Reflection.class) + " "
                + (type.getProtectionDomain() == Reflection.class.getProtectionDomain()) + " "
                + type.getEnclosingClass() + " " + Arrays.toString(type.getGenericInterfaces()) + " "
                + type.getAnnotations().length;
    }

    @Hazard
    static String methodsOfALambda_areTheInterfaces() {
        int captured = 1;
        Function<String, Integer> lambda = word -> word.length() + captured;
        Signatures.TextFunction bridged = text -> text + captured;
        return methods(lambda.getClass().getDeclaredMethods()) + " | "
                + methods(bridged.getClass().getDeclaredMethods())
                + " | " + methods(lambda.getClass().getMethods()) + " | "
                + lambda.getClass().getDeclaredConstructors().length;
    }

    private static String methods(Method[] methods) {
        return Arrays.stream(methods)
                .map(method -> Modifier.toString(method.getModifiers()) + " "
                        + method.getReturnType().getSimpleName() + " " + method.getName()
                        + Arrays.toString(method.getParameterTypes()))
                .sorted(Comparator.naturalOrder())
                .collect(Collectors.joining("; "));
    }

    @Hazard
    static String lambda_isInvokedByReflection() throws Exception {
        int captured = 1;
        Function<String, Integer> lambda = word -> word.length() + captured;
        Method ofInterface = Function.class.getMethod("apply", Object.class);
        Method ofClass = lambda.getClass().getMethod("apply", Object.class);
        ofClass.setAccessible(true);
        return ofInterface.invoke(lambda, "four") + " " + ofClass.invoke(lambda, "five!");
    }

    @Hazard
    static String exceptionInAReflectiveCall_isWrappedOnce() throws Exception {
        IllegalStateException thrown = new IllegalStateException("mine");
        Callable<String> lambda = () -> {
            throw thrown;
        };
        try {
            return "" + Callable.class.getMethod("call").invoke(lambda);
        } catch (InvocationTargetException e) {
            return "same " + (e.getCause() == thrown);
        }
    }

    /** Serialisers of closures and mocks read captured values from a lambda's fields. */
    @Hazard
    static String capturedValues_areFieldsOfALambda() throws Exception {
        String captured = "captured";
        Supplier<String> lambda = () -> captured;
        StringBuilder values = new StringBuilder();
        for (Field field : lambda.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            values.append(field.getName()).append(' ').append(field.get(lambda)).append(' ');
        }
        return values.toString();
    }

    @Hazard
    static String ownClass_hasNoMoreMembers() {
        return Arrays.stream(Members.class.getDeclaredMethods())
                        .map(Method::getName)
                        .sorted()
                        .toList()
                + " " + Members.class.getDeclaredFields().length + " "
                + Members.class.getDeclaredConstructors().length + " "
                + Arrays.toString(Members.class.getInterfaces());
    }

    private static final class Members implements Runnable {
        private final Runnable lambda = () -> run();

        @Override
        public void run() {
            new Thread(lambda).getName();
        }
    }

    @Hazard
    static String proxies_areCallbacks() throws Exception {
        Supplier<?> proxy = (Supplier<?>) Proxy.newProxyInstance(
                Reflection.class.getClassLoader(),
                new Class<?>[] {Supplier.class},
                (self, method, arguments) -> method.getName());
        Comparator<?> ofHandle = MethodHandleProxies.asInterfaceInstance(
                Comparator.class,
                MethodHandles.lookup()
                        .findVirtual(String.class, "compareTo", MethodType.methodType(int.class, String.class)));
        return call(proxy) + " " + Proxy.isProxyClass(proxy.getClass()) + " " + sorted(ofHandle) + " "
                + MethodHandleProxies.isWrapperInstance(ofHandle);
    }

    private static String call(Supplier<?> supplier) {
        return String.valueOf(supplier.get());
    }

    @SuppressWarnings("unchecked")
    private static String sorted(Comparator<?> comparator) {
        return List.of("b", "a").stream()
                .sorted((Comparator<String>) comparator)
                .toList()
                .toString();
    }

    interface Shape {
        double area(double scale);

        default String describe(double scale) {
            return "area " + area(scale);
        }
    }

    @Hazard
    static String lambdaBehindAProxy_isDelegatedTo() {
        Shape square = scale -> scale * scale;
        Shape logged = (Shape) Proxy.newProxyInstance(
                Shape.class.getClassLoader(), new Class<?>[] {Shape.class}, (self, method, arguments) -> {
                    Object result = method.invoke(square, arguments);
                    return result;
                });
        return logged.area(3) + " " + logged.describe(2);
    }

    @Hazard
    static String lambdaMadeByHand_isLeftAlone() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType sum = MethodType.methodType(int.class, int.class, int.class);
        BiFunction<?, ?, ?> made = (BiFunction<?, ?, ?>) java.lang.invoke.LambdaMetafactory.metafactory(
                        lookup,
                        "apply",
                        MethodType.methodType(BiFunction.class),
                        MethodType.methodType(Object.class, Object.class, Object.class),
                        lookup.findStatic(Integer.class, "sum", sum),
                        MethodType.methodType(Integer.class, Integer.class, Integer.class))
                .getTarget()
                .invoke();
        return apply(made);
    }

    @SuppressWarnings("unchecked")
    private static String apply(BiFunction<?, ?, ?> function) {
        return "" + ((BiFunction<Integer, Integer, Integer>) function).apply(1, 2);
    }

    /**
     * Returns the results of all methods of a class without parameters, except its members and what no two classes
     * share.
     */
    @Hazard
    static String classOfALambda_tellsTheSame() {
        Set<String> left = Set.of(
                "hashCode",
                "getDeclaredFields",
                "getDeclaredConstructors",
                "getProtectionDomain",
                "getClassLoader",
                "getModule");
        int captured = 1;
        Supplier<Integer> lambda = () -> captured;
        return Arrays.stream(Class.class.getMethods())
                .filter(method -> method.getParameterCount() == 0
                        && method.getDeclaringClass() == Class.class
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isAnnotationPresent(Deprecated.class)
                        && !left.contains(method.getName()))
                .map(method -> method.getName() + "=" + ask(method, lambda.getClass()))
                .sorted()
                .collect(Collectors.joining("; "))
                .replaceAll("Lambda(\\$\\d+)?[/.]\\w+", "Lambda");
    }

    private static String ask(Method method, Class<?> type) {
        try {
            Object answer = method.invoke(type);
            return answer instanceof Object[] several
                    ? Arrays.stream(several)
                            .map(String::valueOf)
                            .sorted()
                            .toList()
                            .toString()
                    : String.valueOf(answer);
        } catch (ReflectiveOperationException e) {
            return String.valueOf(e.getCause());
        }
    }

    @Hazard
    static String defaultMethod_isCalledOnAProxyAndByAHandle() throws Throwable {
        Shape square = scale -> scale * scale;
        Shape proxy = (Shape) Proxy.newProxyInstance(
                Shape.class.getClassLoader(),
                new Class<?>[] {Shape.class},
                (self, method, arguments) -> method.isDefault()
                        ? InvocationHandler.invokeDefault(self, method, arguments)
                        : method.invoke(square, arguments));
        MethodHandle describe = MethodHandles.lookup()
                .findSpecial(Shape.class, "describe", MethodType.methodType(String.class, double.class), Shape.class);
        return proxy.describe(2) + " " + describe.bindTo(square).invoke(3.0);
    }

    @Hazard
    static String messageOfAWrongCast_namesALambda() {
        Object lambda = (Supplier<String>) () -> "";
        List<String> messages = new ArrayList<>();
        try {
            messages.add((String) lambda);
        } catch (ClassCastException e) {
            messages.add(e.getMessage());
        }
        try {
            Object[] others = new Callable<?>[1];
            others[0] = lambda;
        } catch (ArrayStoreException e) {
            messages.add(e.getMessage());
        }
        return messages.toString().replaceAll("Lambda(\\$\\d+)?/\\w+", "Lambda");
    }

    /** Libraries cache facts about a lambda by its class. */
    @Hazard
    static String lambdas_haveAClassEach() {
        Supplier<String> one = () -> "one";
        Supplier<String> other = () -> "other";
        return "same " + (one.getClass() == other.getClass()) + " "
                + one.getClass().isInstance(other) + " "
                + one.getClass().getName().equals(other.getClass().getName());
    }

    @Hazard
    static String hiddenMembersOfALambda_areAsTheJdkMakesThem() throws Exception {
        Runnable lambda = (Runnable & Serializable) () -> {};
        Method writeReplace = lambda.getClass().getDeclaredMethod("writeReplace");
        return Modifier.toString(writeReplace.getModifiers()) + " " + writeReplace.getExceptionTypes().length + " "
                + lambda.getClass().getDeclaredConstructors()[0].getModifiers();
    }
}
