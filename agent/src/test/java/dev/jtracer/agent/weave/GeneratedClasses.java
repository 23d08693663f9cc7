// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Class files that today's compilers do not write: {@code com.acme.Generated} with a static {@code String run()}. */
final class GeneratedClasses {
    static final String NAME = "com.acme.Generated";
    static final String INTERNAL = "com/acme/Generated";

    private GeneratedClasses() {}

    interface Body {
        void write(MethodVisitor code);
    }

    static ClassWriter begin(int version) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, INTERNAL, null, "java/lang/Object", null);
        return writer;
    }

    static void method(ClassWriter writer, String name, String descriptor, int maxStack, int maxLocals, Body body) {
        method(writer, Opcodes.ACC_STATIC, name, descriptor, maxStack, maxLocals, body);
    }

    static void method(
            ClassWriter writer, int access, String name, String descriptor, int maxStack, int maxLocals, Body body) {
        MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        body.write(code);
        code.visitMaxs(maxStack, maxLocals);
        code.visitEnd();
    }

    static byte[] end(ClassWriter writer) {
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** A finally block as compilers wrote it until Java 6: one subroutine, called on both ways out. */
    static byte[] withSubroutine(int version) {
        ClassWriter writer = begin(version);
        method(writer, "run", "()Ljava/lang/String;", 3, 4, code -> {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            Label subroutine = new Label();
            code.visitTryCatchBlock(start, end, handler, null);
            code.visitTypeInsn(Opcodes.NEW, "java/lang/StringBuffer");
            code.visitInsn(Opcodes.DUP);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/StringBuffer", "<init>", "()V", false);
            code.visitVarInsn(Opcodes.ASTORE, 0);
            code.visitLabel(start);
            append(code, "body");
            code.visitJumpInsn(Opcodes.JSR, subroutine);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, "java/lang/StringBuffer", "toString", "()Ljava/lang/String;", false);
            code.visitInsn(Opcodes.ARETURN);
            code.visitLabel(end);
            code.visitLabel(handler);
            code.visitVarInsn(Opcodes.ASTORE, 1);
            code.visitJumpInsn(Opcodes.JSR, subroutine);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitInsn(Opcodes.ATHROW);
            code.visitLabel(subroutine);
            code.visitVarInsn(Opcodes.ASTORE, 2);
            append(code, " finally");
            code.visitVarInsn(Opcodes.RET, 2);
        });
        return end(writer);
    }

    /** A loop without stack map frames, as class files up to version 50 may have it. */
    static byte[] loopWithoutFrames(int version) {
        ClassWriter writer = begin(version);
        method(writer, "run", "()Ljava/lang/String;", 2, 1, code -> {
            Label loop = new Label();
            code.visitInsn(Opcodes.ICONST_3);
            code.visitVarInsn(Opcodes.ISTORE, 0);
            code.visitLabel(loop);
            code.visitIincInsn(0, -1);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitJumpInsn(Opcodes.IFNE, loop);
            code.visitLdcInsn("looped");
            code.visitInsn(Opcodes.ARETURN);
        });
        return end(writer);
    }

    /** A method of exactly this many bytes, and a small one that calls it. */
    static byte[] withMethodOfSize(int bytes) {
        ClassWriter writer = begin(Opcodes.V17);
        method(writer, "large", "()V", 1, 0, code -> {
            for (int i = 1; i < bytes; i++) {
                code.visitInsn(Opcodes.NOP);
            }
            code.visitInsn(Opcodes.RETURN);
        });
        method(writer, "run", "()Ljava/lang/String;", 1, 0, code -> {
            code.visitMethodInsn(Opcodes.INVOKESTATIC, INTERNAL, "large", "()V", false);
            code.visitLdcInsn("done");
            code.visitInsn(Opcodes.ARETURN);
        });
        return end(writer);
    }

    /** A method of exactly this many bytes that passes a task to another one, and a small one that calls it. */
    static byte[] withAnnouncementInMethodOfSize(int bytes) {
        ClassWriter writer = begin(Opcodes.V17);
        method(writer, "large", "()V", 1, 0, code -> {
            code.visitInsn(Opcodes.ACONST_NULL);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, INTERNAL, "take", "(Ljava/lang/Runnable;)V", false);
            for (int i = 5; i < bytes; i++) {
                code.visitInsn(Opcodes.NOP);
            }
            code.visitInsn(Opcodes.RETURN);
        });
        method(writer, "take", "(Ljava/lang/Runnable;)V", 0, 1, code -> code.visitInsn(Opcodes.RETURN));
        method(writer, "run", "()Ljava/lang/String;", 1, 0, code -> {
            code.visitMethodInsn(Opcodes.INVOKESTATIC, INTERNAL, "large", "()V", false);
            code.visitLdcInsn("done");
            code.visitInsn(Opcodes.ARETURN);
        });
        return end(writer);
    }

    /** A class of proxies of an interface, with a method {@code area}. */
    static byte[] proxy(String internalName, String interfaceName) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
                internalName,
                null,
                "java/lang/reflect/Proxy",
                new String[] {interfaceName});
        method(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, "area", "()D", 2, 1, code -> {
            code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "random", "()D", false);
            code.visitInsn(Opcodes.DRETURN);
        });
        return end(writer);
    }

    /** A method that makes a lambda, whose body of exactly this many bytes passes a task to a thread. */
    static byte[] withPassInMethodOfSize(int bytes) {
        ClassWriter writer = begin(Opcodes.V17);
        method(writer, Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, "lambda$run$0", "()V", 3, 0, code -> {
            code.visitTypeInsn(Opcodes.NEW, "java/lang/Thread");
            code.visitInsn(Opcodes.ACONST_NULL);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Thread", "<init>", "(Ljava/lang/Runnable;)V", false);
            for (int i = 8; i < bytes; i++) {
                code.visitInsn(Opcodes.NOP);
            }
            code.visitInsn(Opcodes.RETURN);
        });
        method(writer, "run", "()Ljava/lang/Runnable;", 1, 0, code -> {
            code.visitInvokeDynamicInsn(
                    "run",
                    "()Ljava/lang/Runnable;",
                    new Handle(
                            Opcodes.H_INVOKESTATIC,
                            "java/lang/invoke/LambdaMetafactory",
                            "metafactory",
                            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                                    + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;"
                                    + "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
                            false),
                    Type.getMethodType("()V"),
                    new Handle(Opcodes.H_INVOKESTATIC, INTERNAL, "lambda$run$0", "()V", false),
                    Type.getMethodType("()V"));
            code.visitInsn(Opcodes.ARETURN);
        });
        return end(writer);
    }

    /** Jumps over almost 32 KiB: with the recorder's calls in between, their two-byte offsets overflow. */
    static byte[] withLongJump(int distance) {
        ClassWriter writer = begin(Opcodes.V17);
        method(writer, "run", "()Ljava/lang/String;", 2, 1, code -> {
            Label far = new Label();
            Label near = new Label();
            code.visitInsn(Opcodes.ICONST_1);
            code.visitVarInsn(Opcodes.ISTORE, 0);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitJumpInsn(Opcodes.IFNE, far);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitJumpInsn(Opcodes.IFEQ, near);
            code.visitLdcInsn("first");
            code.visitInsn(Opcodes.ARETURN);
            code.visitLabel(near);
            code.visitFrame(Opcodes.F_APPEND, 1, new Object[] {Opcodes.INTEGER}, 0, null);
            for (int i = 0; i < distance; i++) {
                code.visitInsn(Opcodes.NOP);
            }
            code.visitLabel(far);
            code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            code.visitLdcInsn("far");
            code.visitInsn(Opcodes.ARETURN);
        });
        return end(writer);
    }

    /** A constructor with two calls of super, one on either side of a branch, and an ordinary one. */
    static byte[] withTwoSuperCalls() {
        ClassWriter writer = begin(Opcodes.V17);
        method(writer, Opcodes.ACC_PUBLIC, "<init>", "(I)V", 2, 2, code -> {
            Label other = new Label();
            Label end = new Label();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitJumpInsn(Opcodes.IFEQ, other);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            code.visitJumpInsn(Opcodes.GOTO, end);
            code.visitLabel(other);
            code.visitFrame(
                    Opcodes.F_FULL, 2, new Object[] {Opcodes.UNINITIALIZED_THIS, Opcodes.INTEGER}, 1, new Object[] {
                        Opcodes.UNINITIALIZED_THIS
                    });
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            code.visitLabel(end);
            code.visitFrame(Opcodes.F_FULL, 2, new Object[] {INTERNAL, Opcodes.INTEGER}, 0, null);
            code.visitInsn(Opcodes.RETURN);
        });
        runThatMakesOne(writer, "(I)V", Opcodes.ICONST_1);
        return end(writer);
    }

    /** A constructor that skips its super call: the code behind it also runs with the object uninitialised. */
    static byte[] withJumpOverSuper() {
        ClassWriter writer = begin(Opcodes.V17);
        method(writer, Opcodes.ACC_PUBLIC, "<init>", "(I)V", 1, 2, code -> {
            Label failing = new Label();
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitJumpInsn(Opcodes.IFNE, failing);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            code.visitInsn(Opcodes.RETURN);
            code.visitLabel(failing);
            code.visitFrame(Opcodes.F_FULL, 2, new Object[] {Opcodes.UNINITIALIZED_THIS, Opcodes.INTEGER}, 0, null);
            code.visitInsn(Opcodes.ACONST_NULL);
            code.visitInsn(Opcodes.ATHROW);
        });
        runThatMakesOne(writer, "(I)V", Opcodes.ICONST_0);
        return end(writer);
    }

    /** A constructor whose code behind its super call is placed before that, as obfuscators order blocks. */
    static byte[] withReturnBeforeSuper() {
        ClassWriter writer = begin(Opcodes.V17);
        method(writer, Opcodes.ACC_PUBLIC, "<init>", "(I)V", 1, 2, code -> {
            Label first = new Label();
            Label rest = new Label();
            Label other = new Label();
            code.visitJumpInsn(Opcodes.GOTO, first);
            code.visitLabel(rest);
            code.visitFrame(Opcodes.F_FULL, 2, new Object[] {INTERNAL, Opcodes.INTEGER}, 0, null);
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitJumpInsn(Opcodes.IFEQ, other);
            code.visitInsn(Opcodes.RETURN);
            code.visitLabel(first);
            code.visitFrame(Opcodes.F_FULL, 2, new Object[] {Opcodes.UNINITIALIZED_THIS, Opcodes.INTEGER}, 0, null);
            code.visitIincInsn(1, 1);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            code.visitJumpInsn(Opcodes.GOTO, rest);
            code.visitLabel(other);
            code.visitFrame(Opcodes.F_FULL, 2, new Object[] {INTERNAL, Opcodes.INTEGER}, 0, null);
            code.visitInsn(Opcodes.RETURN);
        });
        runThatMakesOne(writer, "(I)V", Opcodes.ICONST_1);
        return end(writer);
    }

    /** A constructor in which a number has replaced its second parameter, a callback, when super is called. */
    static byte[] withCallbackOverwrittenBeforeSuper() {
        return withConstructorOfACallback(code -> {
            code.visitInsn(Opcodes.LCONST_0);
            code.visitVarInsn(Opcodes.LSTORE, 1);
        });
    }

    /** A constructor whose second parameter, a callback, is overwritten after a branch, before super is called. */
    static byte[] withCallbackDroppedBeforeSuper() {
        return withConstructorOfACallback(code -> {
            Label behind = new Label();
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitJumpInsn(Opcodes.IFEQ, behind);
            code.visitInsn(Opcodes.NOP);
            code.visitLabel(behind);
            code.visitFrame(Opcodes.F_FULL, 1, new Object[] {Opcodes.UNINITIALIZED_THIS}, 0, null);
        });
    }

    private static byte[] withConstructorOfACallback(Body beforeSuper) {
        ClassWriter writer = begin(Opcodes.V17);
        method(writer, Opcodes.ACC_PUBLIC, "<init>", "(ILjava/lang/Runnable;)V", 2, 3, code -> {
            beforeSuper.write(code);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            code.visitInsn(Opcodes.RETURN);
        });
        runThatMakesOne(writer, "(ILjava/lang/Runnable;)V", Opcodes.ICONST_1, Opcodes.ACONST_NULL);
        return end(writer);
    }

    /** Adds the method {@code run}, which makes an object with constant arguments. */
    private static void runThatMakesOne(ClassWriter writer, String constructor, int... constants) {
        method(writer, "run", "()Ljava/lang/String;", 2 + constants.length, 0, code -> {
            code.visitTypeInsn(Opcodes.NEW, INTERNAL);
            code.visitInsn(Opcodes.DUP);
            for (int constant : constants) {
                code.visitInsn(constant);
            }
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, INTERNAL, "<init>", constructor, false);
            code.visitInsn(Opcodes.POP);
            code.visitLdcInsn("made");
            code.visitInsn(Opcodes.ARETURN);
        });
    }

    private static void append(MethodVisitor code, String text) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitLdcInsn(text);
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                "java/lang/StringBuffer",
                "append",
                "(Ljava/lang/String;)Ljava/lang/StringBuffer;",
                false);
        code.visitInsn(Opcodes.POP);
    }
}
