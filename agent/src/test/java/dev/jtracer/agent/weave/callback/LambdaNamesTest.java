// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import static org.assertj.core.api.Assertions.assertThat;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.api.Test;

class LambdaNamesTest {
    private static final String CLASS = "com/acme/Routes";
    private static final Handle METAFACTORY = new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/LambdaMetafactory",
            "metafactory",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

    /** Methods in the form of {@code javac -source 8}: each evaluates the lambda whose body is the next one. */
    private static LambdaNames names(String... methods) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, CLASS, null, "java/lang/Object", null);
        for (int i = 0; i < methods.length; i++) {
            MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, methods[i], "()V", null, null);
            code.visitCode();
            if (i + 1 < methods.length) {
                Handle body = new Handle(Opcodes.H_INVOKESTATIC, CLASS, methods[i + 1], "()V", false);
                Type type = Type.getMethodType("()V");
                code.visitInvokeDynamicInsn("run", "()Ljava/lang/Runnable;", METAFACTORY, type, body, type);
                code.visitInsn(Opcodes.POP);
            }
            code.visitInsn(Opcodes.RETURN);
            code.visitMaxs(1, 0);
            code.visitEnd();
        }
        writer.visitEnd();
        return LambdaNames.of(new ClassReader(writer.toByteArray()));
    }

    @Test
    void lambdas_areSeenInTheConstantPool() {
        assertThat(names("order", "lambda$order$0").areEvaluated()).isTrue();
        assertThat(names("order").areEvaluated()).isFalse();
    }

    @Test
    void body_isNamedAfterItsMethod() {
        LambdaNames names = names("order", "lambda$order$0");

        assertThat(names.enclosingMethod("order")).isEqualTo("order");
        assertThat(names.enclosingMethod("lambda$order$0")).isEqualTo("order");
        assertThat(names.enclosingMethod("lambda$new$1")).isEqualTo("<init>");
        assertThat(names.enclosingMethod("lambda$static$1")).isEqualTo("<clinit>");
    }

    @Test
    void lambdasWithinLambdas_areNamedAfterTheOutermostMethod() {
        LambdaNames names = names("start", "lambda$start$2", "lambda$null$1", "lambda$null$0");

        assertThat(names.enclosingMethod("lambda$null$1")).isEqualTo("start");
        assertThat(names.enclosingMethod("lambda$null$0")).isEqualTo("start");
    }

    @Test
    void bodiesThatEvaluateEachOther_areNamedAfterThemselves() {
        LambdaNames names = names("lambda$null$1", "lambda$null$0", "lambda$null$1");

        assertThat(names.enclosingMethod("lambda$null$0")).startsWith("lambda$null$");
        assertThat(names.enclosingMethod("lambda$null$7")).isEqualTo("lambda$null$7");
    }
}
