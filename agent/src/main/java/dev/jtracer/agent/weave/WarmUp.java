// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.code.MethodTable;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A sample class that is woven before any other, so that the classes that weaving needs are loaded beforehand. */
final class WarmUp {
    /* The JVM calls a transformer while the application loads a class. If one of the agent's classes were loaded at
     * that moment, the two loads would nest, and in the worst case wait for each other's locks. */
    static final String NAME = "warmup/Sample";

    static final Ignored IGNORED = new Ignored();

    private WarmUp() {}

    /**
     * Returns the class file of a class loader, so that both ways of weaving run, with a constructor and a method
     * that contains a jump, a handler and a switch.
     */
    static byte[] classFile() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/ClassLoader", null);
        constructor(writer);
        loadClass(writer);
        writer.newUTF8("lambda$null$0"); // a lambda within a lambda, as up to Java 8
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void constructor(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/ClassLoader", "<init>", "()V", false);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
        code.visitInsn(Opcodes.POP);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(1, 1);
        code.visitEnd();
    }

    private static void loadClass(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(
                Opcodes.ACC_PUBLIC, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", null, null);
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitCode();
        code.visitTryCatchBlock(start, end, handler, "java/lang/RuntimeException");
        code.visitLabel(start);
        code.visitLineNumber(1, start);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
        code.visitTableSwitchInsn(1, 1, end, end);
        code.visitLabel(end);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        code.visitInsn(Opcodes.ACONST_NULL);
        code.visitInsn(Opcodes.ARETURN);
        code.visitLabel(handler);
        code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/RuntimeException"});
        code.visitInsn(Opcodes.ATHROW);
        code.visitLocalVariable("name", "Ljava/lang/String;", null, start, handler, 1);
        code.visitMaxs(1, 2);
        code.visitEnd();
    }

    // A class instead of two lambdas, which would start the JVM's lambda machinery at every start-up.
    static final class Ignored implements MethodTable.Listener, Consumer<String> {
        @Override
        public void registered(int firstId, String[] names) {}

        @Override
        public void accept(String problem) {}
    }
}
