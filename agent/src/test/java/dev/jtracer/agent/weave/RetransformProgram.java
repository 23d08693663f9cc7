// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.weave.code.MethodTable;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** A program and its agent in one: loads classes, weaves them in place, and prints the result. */
public final class RetransformProgram {
    private static @Nullable Instrumentation instrumentation;

    private RetransformProgram() {}

    public static void premain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] arguments) throws Exception {
        Instrumentation jvm = Objects.requireNonNull(instrumentation);
        LoadedBefore loaded = new LoadedBefore();
        loaded.add(ThrowingMethods.class, ThrowingMethods.Base.class, ThrowingMethods.Sub.class);
        loaded.add(HidingLoader.class, HidingLoader.Sub.class);
        loaded.add(KindsOfMethods.Sorted.class);
        Method find = loaded.method("com.acme.HidingLoader", "find", String.class);
        System.out.println("before " + find.invoke(null, WovenClasses.RECORDER));

        WeaveCounters counters = new WeaveCounters();
        MethodTable table = new MethodTable((firstId, names) -> {});
        Weaver weaver = new Weaver(
                MethodFilter.parse(List.of("com.acme"), List.of()),
                table,
                WovenClasses.settings(false, false, CallbackPolicy.OFF),
                counters,
                System.out::println,
                null);
        jvm.addTransformer(weaver, true);
        AddsMethod other = new AddsMethod();
        jvm.addTransformer(other, true);
        RetransformBatches batches = new RetransformBatches(jvm, weaver);
        batches.run(jvm.getAllLoadedClasses());

        System.out.println("retransformed " + (other.retransformed.size() - batches.failed()) + " failed "
                + batches.failed() + " counted " + counters.classesFailed() + " loaders "
                + (counters.loadersWoven() > 0));
        System.out.println("after " + find.invoke(null, WovenClasses.RECORDER));
        Class<?> recorder = Class.forName(WovenClasses.RECORDER, false, null);
        @SuppressWarnings("unchecked")
        List<Integer> calls = (List<Integer>) recorder.getMethod("record").invoke(null);
        loaded.method("com.acme.ThrowingMethods", "constructors").invoke(null);
        System.out.print(WovenClasses.tree(calls, table));
    }

    private static final class LoadedBefore extends ClassLoader {
        private final Map<String, byte[]> classFiles = new HashMap<>();

        LoadedBefore() {
            super(ClassLoader.getPlatformClassLoader());
        }

        void add(Class<?>... types) throws ClassNotFoundException {
            for (Class<?> type : types) {
                byte[] classFile = WovenClasses.renamedClassFile(type);
                classFiles.put(new ClassReader(classFile).getClassName().replace('/', '.'), classFile);
            }
            for (String name : classFiles.keySet()) {
                Class.forName(name, true, this);
            }
        }

        Method method(String type, String name, Class<?>... parameters) throws ReflectiveOperationException {
            Method method = loadClass(type).getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return method;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] classFile = classFiles.get(name);
            if (classFile == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, classFile, 0, classFile.length);
        }
    }

    /**
     * A mistake of another agent: an additional method is not allowed in a loaded class and fails the whole batch.
     */
    private static final class AddsMethod implements ClassFileTransformer {
        /** Names of the classes that were to be retransformed. */
        private final Set<String> retransformed = new HashSet<>();

        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader,
                String className,
                @Nullable Class<?> loaded,
                @Nullable ProtectionDomain domain,
                byte[] classFile) {
            if (loaded != null) {
                retransformed.add(className);
            }
            if (!className.equals("com/acme/KindsOfMethods$Sorted")) {
                return null;
            }
            ClassWriter writer = new ClassWriter(0);
            new ClassReader(classFile)
                    .accept(
                            new ClassVisitor(Opcodes.ASM9, writer) {
                                @Override
                                public void visitEnd() {
                                    MethodVisitor added = visitMethod(0, "added", "()V", null, null);
                                    added.visitCode();
                                    added.visitInsn(Opcodes.RETURN);
                                    added.visitMaxs(0, 1);
                                    added.visitEnd();
                                    super.visitEnd();
                                }
                            },
                            0);
            return writer.toByteArray();
        }
    }
}
