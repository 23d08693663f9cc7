// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.agent.weave.HugeMethods;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.agent.weave.code.HandlerRange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** A visitor that finds the methods of a class that carry context, and weaves them. */
final class ContextClass extends ClassVisitor {
    private final ClassReader reader;
    private final ContextMethods methods;

    /** By ordinal; null for a method that carries none. */
    private final List<@Nullable ContextMethod> found = new ArrayList<>();

    private boolean isEmpty = true;

    private ContextClass(ClassReader reader, ContextMethods methods) {
        super(Opcodes.ASM9);
        this.reader = reader;
        this.methods = methods;
    }

    /** Returns a class; null if it has no method that carries context. */
    static @Nullable ContextClass read(byte[] classFile, ContextMethods methods) {
        ContextClass read = new ContextClass(new ClassReader(classFile), methods);
        read.reader.accept(read, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return read.isEmpty ? null : read;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        ContextMethod method = methods.find(access, name, descriptor);
        found.add(method);
        isEmpty &= method == null;
        return null;
    }

    /** Returns the woven class file. Skips and counts the methods too long for the JVM's compilers. */
    byte[] weave(WeaveCounters counters) {
        byte[] result = Weaving.apply(reader, found);
        BitSet huge = HugeMethods.areCompiled() ? new BitSet() : HugeMethods.in(result, reader);
        if (huge.isEmpty()) {
            return result;
        }
        for (int method = huge.nextSetBit(0); method >= 0; method = huge.nextSetBit(method + 1)) {
            found.set(method, null);
        }
        counters.skipped(huge.cardinality());
        return Weaving.apply(reader, found);
    }

    /** Returns a class file in which each kind of method can be woven, to load the weaver's classes. */
    static byte[] sample() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "WarmUp", null, "java/lang/Object", null);
        write(writer, "executeUpdate", "(Ljava/lang/String;)I", Opcodes.ICONST_0, Opcodes.IRETURN);
        write(
                writer,
                "prepareStatement",
                "(Ljava/lang/String;)Ljava/sql/PreparedStatement;",
                Opcodes.ACONST_NULL,
                Opcodes.ARETURN);
        write(writer, "handle", "(Lcom/sun/net/httpserver/HttpExchange;)V", Opcodes.NOP, Opcodes.RETURN);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void write(ClassWriter writer, String name, String descriptor, int pushes, int returns) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
        method.visitCode();
        method.visitInsn(pushes);
        method.visitInsn(returns);
        method.visitMaxs(1, 2);
        method.visitEnd();
    }

    private static final class Weaving extends ClassVisitor {
        private final List<@Nullable ContextMethod> found;
        private final boolean frames;
        private int ordinal;

        private Weaving(ClassWriter writer, boolean frames, List<@Nullable ContextMethod> found) {
            super(Opcodes.ASM9, writer);
            this.frames = frames;
            this.found = found;
        }

        static byte[] apply(ClassReader reader, List<@Nullable ContextMethod> found) {
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Weaving(writer, HandlerRange.hasFrames(reader), found), 0);
            return writer.toByteArray();
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
            ContextMethod context = found.get(ordinal++);
            return context == null ? method : new ContextWeave(method, frames, context, name);
        }
    }
}
