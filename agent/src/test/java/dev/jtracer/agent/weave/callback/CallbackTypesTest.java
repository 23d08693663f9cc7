// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackTypesTest {
    private static final MethodFilter OWN = MethodFilter.everything();

    private final CallbackTypes types = new CallbackTypes(OWN, CallbackFilter.NONE);
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

    /** An interface of the user's own with one method. */
    private String ownInterface(String name, boolean marked, String... extended) {
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
        writer.visit(Opcodes.V17, access, name, null, "java/lang/Object", extended);
        if (marked) {
            writer.visitAnnotation("Ljava/lang/FunctionalInterface;", true).visitEnd();
        }
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "call", "()V", null, null)
                .visitEnd();
        types.headers().add(loader, new ClassReader(writer.toByteArray()), null);
        return name;
    }

    @Test
    void typeThatIsLoadedLater_changesWhatFollowsFromIt() {
        List<String> unknown = List.of("com/acme/Unknown");
        assertThat(types.contains(loader, "com/acme/Late")).isFalse();
        List<String> sub = List.of(ownInterface("com/acme/Sub", true, "com/acme/Late"));
        assertThat(types.contains(loader, sub.get(0))).isFalse();
        assertThat(types.functionalMethods(loader, "com/acme/A", "java/lang/Object", sub))
                .isEmpty();
        assertThat(types.functionalMethods(loader, "com/acme/A", "com/acme/LateClass", unknown))
                .isEmpty();

        ownInterface("com/acme/Late", true);

        assertThat(types.contains(loader, "com/acme/Late")).isTrue();
        assertThat(types.contains(loader, sub.get(0))).isTrue();
        assertThat(types.functionalMethods(loader, "com/acme/A", "java/lang/Object", sub))
                .containsExactly("call/0");
        ownInterface("com/acme/Unknown", true);
        assertThat(types.functionalMethods(loader, "com/acme/A", "com/acme/LateClass", unknown))
                .containsExactly("call/0");
    }

    @Test
    void typeThatIsKnown_isNotLookedUpAgainWhenAnotherIsLoaded() {
        long before = types.headers().now();
        assertThat(types.contains(loader, "java/lang/Runnable")).isTrue();
        assertThat(types.headers().holds(types.headers().validity(before))).isTrue();
        assertThat(types.contains(loader, "com/acme/Late")).isFalse();
        int ofMissing = types.headers().validity(before);
        assertThat(types.headers().holds(ofMissing)).isTrue();

        ownInterface("com/acme/Late", true);

        assertThat(types.headers().holds(ofMissing)).isFalse();
        long after = types.headers().now();
        assertThat(types.contains(loader, "java/lang/Runnable")).isTrue();
        assertThat(types.headers().validity(after))
                .isEqualTo(types.headers().validity(types.headers().now()));
    }

    /** A node of a tree, which has one method, too. */
    @Test
    void ownInterfaceThatIsNotMarked_countsForUnnamedClassesAlone() {
        List<String> unmarked = List.of(ownInterface("com/acme/Unmarked", false));

        assertThat(types.contains(loader, unmarked.get(0))).isTrue();
        assertThat(types.functionalMethods(loader, "com/acme/Node", "java/lang/Object", unmarked))
                .isEmpty();
        assertThat(types.functionalMethods(loader, "com/acme/Tree$Node", "java/lang/Object", unmarked))
                .isEmpty();
        assertThat(types.functionalMethods(loader, "com/acme/Tree$1", "java/lang/Object", unmarked))
                .containsExactly("call/0");
        assertThat(types.functionalMethods(loader, "com/acme/Tree$1Local", "java/lang/Object", unmarked))
                .containsExactly("call/0");
        assertThat(types.functionalMethods(
                        loader, "com/acme/Node", "java/lang/Object", List.of(ownInterface("com/acme/Marked", true))))
                .containsExactly("call/0");
        assertThat(types.functionalMethods(
                        loader, "com/acme/Node", "java/lang/Object", List.of(internalName(Bridged.class))))
                .containsExactly("apply/1");
    }

    @Test
    void tasks_areToldFromOtherCallbacks() {
        assertThat(types.isTask(loader, internalName(OwnThread.class))).isTrue();
        assertThat(types.isTask(loader, internalName(Runnable.class))).isFalse();
    }

    @Test
    void types_areWhatTheUserSays() throws OptionException {
        CallbackTypes told = new CallbackTypes(
                OWN,
                CallbackFilter.parse(
                        List.of(),
                        List.of("java.util.Comparator"),
                        List.of("*.CallbackTypesTest.Two*", "java.lang.Iterable"),
                        List.of()));

        assertThat(told.contains(loader, internalName(TwoMethods.class))).isTrue();
        assertThat(told.functionalMethods(
                        loader, "com/acme/Named", "java/lang/Object", List.of(internalName(TwoMethods.class))))
                .containsExactlyInAnyOrder("one/0", "other/0");
        assertThat(told.contains(loader, "java/lang/Iterable")).isTrue();
        assertThat(told.contains(loader, "java/util/Comparator")).isFalse();
        assertThat(told.functionalMethods(
                        loader, "com/acme/Named", "java/lang/Object", List.of("java/util/Comparator")))
                .isEmpty();
        assertThat(told.contains(loader, "java/lang/Runnable")).isTrue();
    }

    @Test
    void filter_refusesMethods() {
        assertThatThrownBy(() -> CallbackFilter.parse(List.of(), List.of("com.acme.Cache#get*"), List.of(), List.of()))
                .isInstanceOf(OptionException.class)
                .hasMessage(
                        "callback-exclude 'com.acme.Cache#get*' names methods; write 'com.acme.Cache' for the class");
    }

    @Test
    void classThatWasLoaded_isNotLookedFor() {
        String name = "com/acme/Loaded";
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, 0, name, null, "java/lang/Thread", null);

        types.headers().add(loader, new ClassReader(writer.toByteArray()), null);

        assertThat(types.isTask(loader, name)).isTrue();
    }

    @Test
    void classesAboveEachOther_areNoCallbacks() {
        for (String[] pair : new String[][] {{"com/acme/Hen", "com/acme/Egg"}, {"com/acme/Egg", "com/acme/Hen"}}) {
            ClassWriter writer = new ClassWriter(0);
            writer.visit(Opcodes.V17, 0, pair[0], null, pair[1], null);
            types.headers().add(loader, new ClassReader(writer.toByteArray()), null);
        }

        assertThat(types.contains(loader, "com/acme/Hen")).isFalse();
        assertThat(types.functionalMethods(loader, "com/acme/Named", "com/acme/Egg", List.of()))
                .isEmpty();
    }

    @Test
    void typeWithoutClassFile_isNone() {
        assertThat(types.contains(loader, "com/acme/Missing")).isFalse();
    }

    @Test
    void functionalMethods_comeFromInterfacesAndSuperclasses() {
        assertThat(types.functionalMethods(loader, "com/acme/Named", "java/lang/Object", List.of("java/lang/Runnable")))
                .containsExactly("run/0");
        assertThat(types.functionalMethods(loader, "com/acme/Named", "java/util/TimerTask", List.of()))
                .containsExactly("run/0");
        assertThat(types.functionalMethods(loader, "com/acme/Named", "java/util/concurrent/RecursiveTask", List.of()))
                .contains("compute/0");
        assertThat(types.functionalMethods(loader, "com/acme/Named", "java/lang/Object", List.of("java/util/List")))
                .isEmpty();
    }
}
