// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackTypesTest {
    private final CallbackTypes types = new CallbackTypes();
    private final ClassLoader loader = CallbackTypesTest.class.getClassLoader();

    interface TwoMethods {
        void one();

        void other();
    }

    interface Bridged extends java.util.function.Function<String, String> {
        @Override
        String apply(String text);
    }

    static class Worker extends Thread {}

    static final class OwnThread extends Worker {}

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Runnable.class,
                java.util.concurrent.Callable.class,
                java.util.Comparator.class,
                java.util.function.UnaryOperator.class,
                java.lang.reflect.InvocationHandler.class,
                Thread.class,
                java.util.TimerTask.class,
                java.util.concurrent.RecursiveTask.class,
                OwnThread.class,
                Bridged.class
            })
    void interfaceWithOneAbstractMethodOrTask_isACallback(Class<?> type) {
        assertThat(types.contains(loader, internalName(type))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Object.class,
                String.class,
                CallbackTypesTest.class,
                java.util.List.class,
                java.io.Serializable.class,
                Iterable.class,
                Comparable.class,
                AutoCloseable.class,
                java.util.concurrent.Executor.class,
                TwoMethods.class
            })
    void otherTypes_areNone(Class<?> type) {
        assertThat(types.contains(loader, internalName(type))).isFalse();
    }

    @Test
    void typeWithoutClassFile_isNone() {
        assertThat(types.contains(loader, "com/acme/Missing")).isFalse();
    }

    @Test
    void functionalMethods_comeFromInterfacesAndSuperclasses() {
        assertThat(types.functionalMethods(loader, "java/lang/Object", new String[] {"java/lang/Runnable"}))
                .containsExactly("run/0");
        assertThat(types.functionalMethods(loader, "java/util/TimerTask", new String[0]))
                .containsExactly("run/0");
        assertThat(types.functionalMethods(loader, "java/util/concurrent/RecursiveTask", null))
                .contains("compute/0");
        assertThat(types.functionalMethods(loader, "java/lang/Object", new String[] {"java/util/List"}))
                .isEmpty();
    }
}
