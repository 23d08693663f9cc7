// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.BitSet;
import java.util.Set;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** A visitor that reads one method before it is woven: whether it creates or passes callbacks. */
public final class CallbackScan extends MethodVisitor {
    private static final BitSet NONE = new BitSet(0);

    private final CallbackScope scope;
    private final Set<String> wrappedBodies;
    private final @Nullable LambdaArguments lambdaArguments;
    private boolean makesLambdas;
    private boolean passes;
    private boolean announces;
    private int variables;

    /**
     * @param next reads the method as well
     * @param evaluatesLambdas whether the class may evaluate lambdas
     * @param wrappedBodies receives the names of the methods whose runs the wrappers of this method's lambdas record
     */
    public CallbackScan(MethodVisitor next, CallbackScope scope, boolean evaluatesLambdas, Set<String> wrappedBodies) {
        super(Opcodes.ASM9, next);
        this.scope = scope;
        this.wrappedBodies = wrappedBodies;
        this.lambdaArguments = evaluatesLambdas ? new LambdaArguments(next, scope) : null;
        if (lambdaArguments != null) {
            mv = lambdaArguments;
        }
    }

    public boolean makesLambdas() {
        return makesLambdas;
    }

    /**
     * Returns the ordinals, among the method's invokedynamic instructions, of the lambdas that each evaluation may
     * make anew. Must not be modified.
     */
    public BitSet lambdaArguments() {
        return lambdaArguments == null ? NONE : lambdaArguments.found();
    }

    /** Returns whether the method may pass a callback to an untraced call. */
    public boolean passes() {
        return passes;
    }

    /** Returns whether the method may pass a callback to an included method. */
    public boolean announces() {
        return announces;
    }

    public int variables() {
        return variables;
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        if (LambdaWeave.wraps(scope, name, descriptor, bootstrap, arguments)) {
            makesLambdas = true;
            if (!scope.hasUnwrapped()) {
                wrappedBodies.add(((Handle) arguments[1]).getName());
            }
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (scope.recordsPasses()) {
            scope.types().callsOther(owner, descriptor);
            CallSites sites = scope.sites();
            ClassLoader loader = scope.loader();
            if ((!passes || !announces) && sites.mayPass(loader, opcode, name, descriptor)) {
                passes = passes
                        || sites.callbacks(loader, opcode, owner, name, descriptor)
                                        .count()
                                > 0;
                announces = announces
                        || sites.announced(loader, owner, name, descriptor).count() > 0;
            }
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        variables = maxLocals;
        super.visitMaxs(maxStack, maxLocals);
    }
}
