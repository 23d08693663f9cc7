// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.invoke.MethodHandles;
import java.util.function.IntUnaryOperator;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Calls a method whose bytecode is a few bytes below HotSpot's limit for compilation, often enough to be compiled.
 */
public final class HugeMethod {
    /** The number of calls of the method. */
    public static final int CALLS = 5_000;

    private static final String NAME = "dev/jtracer/it/app/Generated";
    private static final int STEPS = 999;

    private HugeMethod() {}

    /** Generates the class and prints the result of its method's last call. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> generated = MethodHandles.lookup().defineClass(classFile());
        IntUnaryOperator operator =
                (IntUnaryOperator) generated.getDeclaredConstructor().newInstance();
        int sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum = operator.applyAsInt(sum);
        }
        System.out.println(sum);
    }

    private static byte[] classFile() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", new String[] {
            "java/util/function/IntUnaryOperator"
        });
        MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(1, 1);
        constructor.visitEnd();
        MethodVisitor apply = writer.visitMethod(Opcodes.ACC_PUBLIC, "applyAsInt", "(I)I", null, null);
        apply.visitCode();
        apply.visitVarInsn(Opcodes.ILOAD, 1);
        apply.visitMethodInsn(Opcodes.INVOKESTATIC, NAME, "sum", "(I)I", false);
        apply.visitInsn(Opcodes.IRETURN);
        apply.visitMaxs(1, 2);
        apply.visitEnd();
        MethodVisitor sum = writer.visitMethod(Opcodes.ACC_STATIC, "sum", "(I)I", null, null);
        sum.visitCode();
        for (int i = 0; i < STEPS; i++) { // 8 bytes each
            sum.visitVarInsn(Opcodes.ILOAD, 0);
            sum.visitIntInsn(Opcodes.BIPUSH, 31);
            sum.visitInsn(Opcodes.IMUL);
            sum.visitIntInsn(Opcodes.BIPUSH, 7);
            sum.visitInsn(Opcodes.IADD);
            sum.visitVarInsn(Opcodes.ISTORE, 0);
        }
        sum.visitVarInsn(Opcodes.ILOAD, 0);
        sum.visitInsn(Opcodes.IRETURN);
        sum.visitMaxs(2, 1);
        sum.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
