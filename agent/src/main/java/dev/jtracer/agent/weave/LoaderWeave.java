// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.code.RecorderCall;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A visitor that makes a {@code loadClass} method look up the recorder's classes in the bootstrap loader. */
final class LoaderWeave extends MethodVisitor {
    /* Class loaders need not delegate to the bootstrap loader for anything outside of java.*: those of OSGi
     * frameworks do not, and woven classes of a bundle failed with NoClassDefFoundError (seen with Felix 7). The
     * added code uses the JDK only, because the loader's own class may not see the recorder either. */
    private static final String RECORDER_PACKAGE = RecorderCall.PACKAGE.replace('/', '.');

    private final boolean frames;

    LoaderWeave(MethodVisitor next, boolean frames) {
        super(Opcodes.ASM9, next);
        this.frames = frames;
    }

    static boolean isLoadClass(int access, String name, String descriptor) {
        return (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0
                && name.equals("loadClass")
                && (descriptor.equals("(Ljava/lang/String;)Ljava/lang/Class;")
                        || descriptor.equals("(Ljava/lang/String;Z)Ljava/lang/Class;"));
    }

    @Override
    public void visitCode() {
        super.visitCode();
        Label others = new Label();
        visitVarInsn(Opcodes.ALOAD, 1);
        visitJumpInsn(Opcodes.IFNULL, others);
        visitVarInsn(Opcodes.ALOAD, 1);
        visitLdcInsn(RECORDER_PACKAGE);
        visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "startsWith", "(Ljava/lang/String;)Z", false);
        visitJumpInsn(Opcodes.IFEQ, others);
        visitVarInsn(Opcodes.ALOAD, 1);
        visitInsn(Opcodes.ICONST_0);
        visitInsn(Opcodes.ACONST_NULL);
        visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "java/lang/Class",
                "forName",
                "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
                false);
        visitInsn(Opcodes.ARETURN);
        visitLabel(others);
        if (frames) {
            visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
        // The method may have a frame of its own at its start: two frames must not share an instruction.
        visitInsn(Opcodes.NOP);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(maxStack, 3), maxLocals);
    }
}
