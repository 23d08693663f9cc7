// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that has the lambdas of a loaded class linked to the JDK's classes of an earlier link. The JVM links each
 * lambda again after a retransformation, and would keep one more class for it as long as the class loader.
 */
public final class LambdaRelink extends ClassVisitor {
    private static final String KEPT_TYPE =
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)"
                    + "Ljava/lang/invoke/CallSite;";
    private static final Handle LINK = new Handle(Opcodes.H_INVOKESTATIC, LambdaWeave.LINK, "kept", KEPT_TYPE, false);

    /** The most arguments of a bootstrap method that leave room for two more in the class file format. */
    private static final int MOST_ARGUMENTS = 249;

    /** Number of lambdas so far: with what the lambda is, it tells a lambda from all others of the class. */
    private int lambdas;

    private LambdaRelink(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** Returns the class file, woven or not, with its lambdas linked again; null if it has none. */
    public static byte @Nullable [] apply(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        LambdaRelink relink = new LambdaRelink(writer);
        reader.accept(relink, 0);
        return relink.lambdas == 0 ? null : writer.toByteArray();
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
            @Override
            public void visitInvokeDynamicInsn(String method, String type, Handle bootstrap, Object... arguments) {
                boolean isWoven = bootstrap.getOwner().equals(LambdaWeave.LINK);
                if (!isWoven && !LambdaWeave.isLambda(bootstrap) || arguments.length > MOST_ARGUMENTS) {
                    super.visitInvokeDynamicInsn(method, type, bootstrap, arguments);
                    return;
                }
                int count = isWoven ? arguments.length - 1 : arguments.length;
                Object[] more = new Object[count + 2];
                System.arraycopy(arguments, 0, more, 0, count);
                more[count] = isWoven ? arguments[count] : 0;
                more[count + 1] = lambdas++ << 2 | LambdaWeave.kind(bootstrap);
                super.visitInvokeDynamicInsn(method, type, LINK, more);
            }
        };
    }
}
