// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** Reads one method before it is woven: does it create callbacks, or hand some to calls that are not traced? */
final class CallbackCode extends MethodVisitor {
    private final CallSites sites;
    private final ClassLoader loader;
    private boolean makesLambdas;
    private boolean handsOver;
    private int variables;

    /** @param next reads the method as well */
    CallbackCode(@Nullable MethodVisitor next, CallSites sites, ClassLoader loader) {
        super(Opcodes.ASM9, next);
        this.sites = sites;
        this.loader = loader;
    }

    /** Whether the method evaluates lambdas or method references. */
    boolean makesLambdas() {
        return makesLambdas;
    }

    /** Whether it may hand a callback to a call that is not traced. */
    boolean handsOver() {
        return handsOver;
    }

    /** How many variables it has. */
    int variables() {
        return variables;
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        makesLambdas |= LambdaWeave.makesLambda(bootstrap, arguments);
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        handsOver |= sites.callbacks(loader, owner, descriptor).count() > 0;
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        variables = maxLocals;
        super.visitMaxs(maxStack, maxLocals);
    }
}
