// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.weave.code.MethodTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LambdaArgumentsTest {
    private static final String CLASS = Code.class.getName();

    /** Returns the ordinals of the lambdas found in a method of {@link Code}. */
    private static BitSet found(String method, String... exact) throws IOException, OptionException {
        CallbackFilter filter = CallbackFilter.parse(List.of(), List.of(), List.of(), List.of(exact));
        MethodTable table = new MethodTable((firstId, names) -> {});
        CallbackTypes types = new CallbackTypes(MethodFilter.everything(), filter);
        CallbackScope scope = new CallbackScope(
                types,
                new CallSites(MethodFilter.everything(), types, table, false),
                table,
                filter,
                Code.class.getClassLoader(),
                false,
                true);
        Map<String, LambdaArguments> scans = new HashMap<>();
        new ClassReader(CLASS)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String type, String signature, String[] exceptions) {
                                LambdaArguments scan = new LambdaArguments(new MethodVisitor(Opcodes.ASM9) {}, scope);
                                scans.put(name, scan);
                                return scan;
                            }
                        },
                        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return Objects.requireNonNull(scans.get(method)).found();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reference",
                "lambda",
                "alone",
                "behindOtherOperands",
                "beforeOtherArguments",
                "ofAConstructor",
                "afterACast"
            })
    void lambdaWithoutCaptures_isFoundAsAnArgument(String method) throws Exception {
        assertThat(found(method).cardinality()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "inAVariable",
                "inAField",
                "returned",
                "assignedInTheArgument",
                "capturing",
                "asAnObject",
                "asTheReceiver",
                "comparator",
                "chosen",
                "beforeAChoice",
                "toAnUnknownClass",
                "inAnArray"
            })
    void otherLambda_isNotFound(String method) throws Exception {
        assertThat(found(method).isEmpty()).isTrue();
    }

    @Test
    void severalArguments_areAllFound() throws Exception {
        assertThat(found("severalInOneCall")).isEqualTo(BitSet.valueOf(new long[] {0b111}));
        assertThat(found("nestedCalls")).isEqualTo(BitSet.valueOf(new long[] {0b11}));
        assertThat(found("oneOfThree")).isEqualTo(BitSet.valueOf(new long[] {0b100}));
    }

    @Test
    void classesOfTheUser_areKnownToo() throws Exception {
        assertThat(found("toAnUnknownClass", CLASS).cardinality()).isEqualTo(1);
        assertThat(found("reference", CLASS).cardinality()).isEqualTo(1);
        assertThat(found("reference", "off").isEmpty()).isTrue();
    }

    // read, never run
    @SuppressWarnings({"AssignmentExpression", "FutureReturnValueIgnored", "ReturnValueIgnored", "unused"})
    private static final class Code {
        private static Runnable field = Code::nothing;

        private final CompletableFuture<Integer> future = new CompletableFuture<>();
        private final List<Object> list = new ArrayList<>();
        private final long[] longs = {1, 2};

        private static void nothing() {}

        private static int same(int number) {
            return number;
        }

        private static void keep(Runnable task) {
            field = task;
        }

        void reference() {
            future.thenApply(Code::same);
        }

        void lambda() {
            future.thenAccept(number -> nothing());
        }

        void alone() {
            CompletableFuture.runAsync(Code::nothing);
        }

        long behindOtherOperands(double factor) {
            return (long) (factor * 2
                    + longs[0] * CompletableFuture.supplyAsync(() -> 1L).join());
        }

        void beforeOtherArguments(long number, Object[] array) {
            future.thenApplyAsync(Code::same, (Executor) array[(int) (number * longs[1] + -number >> 3)]);
        }

        void ofAConstructor() {
            new Thread(Code::nothing, "name" + list.size()).start();
        }

        void afterACast() {
            future.thenApply((Function<Integer, Integer>) Code::same);
        }

        void inAVariable() {
            Runnable task = Code::nothing;
            CompletableFuture.runAsync(task);
        }

        void inAField() {
            field = Code::nothing;
            CompletableFuture.runAsync(field);
        }

        Runnable returned() {
            return Code::nothing;
        }

        void assignedInTheArgument() {
            CompletableFuture.runAsync(field = Code::nothing);
        }

        void capturing(int number) {
            CompletableFuture.runAsync(() -> same(number));
        }

        void asAnObject() {
            list.add((Runnable) Code::nothing);
        }

        void asTheReceiver() {
            ((Function<Integer, Integer>) Code::same).andThen(null);
        }

        void comparator() {
            new TreeMap<String, String>(String::compareToIgnoreCase);
        }

        void chosen(boolean first) {
            CompletableFuture.runAsync(first ? Code::nothing : null);
        }

        void beforeAChoice(Executor executor, boolean given) {
            future.thenApplyAsync(Code::same, given ? executor : null);
        }

        void toAnUnknownClass() {
            keep(Code::nothing);
        }

        void inAnArray() {
            Stream.of(new Runnable[] {Code::nothing});
        }

        void severalInOneCall() {
            Stream.of(1).collect(ArrayList<Integer>::new, ArrayList::add, ArrayList::addAll);
        }

        void nestedCalls() {
            future.thenApply(Code::same).thenCombine(future.thenApply(Code::same), null);
        }

        void oneOfThree(int number) {
            Runnable task = Code::nothing;
            CompletableFuture.runAsync(() -> same(number));
            CompletableFuture.runAsync(Code::nothing);
            task.run();
        }
    }
}
