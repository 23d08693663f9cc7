// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.BitSet;
import java.util.Set;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that reads one method before it is woven: whether it creates or passes callbacks.
 */
public final class CallbackScan extends MethodVisitor {
    private static final BitSet NONE = new BitSet(0);

    private final CallbackScope scope;
    private final Set<String> wrappedBodies;
    private final @Nullable LambdaArguments lambdaArguments;
    private boolean makesLambdas;
    private boolean passes;
    private boolean announces;
    private int variables;

    private CallbackScan(
            MethodVisitor next,
            @Nullable LambdaArguments lambdaArguments,
            CallbackScope scope,
            Set<String> wrappedBodies) {
        super(Opcodes.ASM9, next);
        this.lambdaArguments = lambdaArguments;
        this.scope = scope;
        this.wrappedBodies = wrappedBodies;
    }

    /**
     * Returns a visitor of a method that may evaluate lambdas.
     *
     * @param next reads the method as well
     * @param wrappedBodies receives the names of the methods whose runs the wrappers of this method's lambdas record
     */
    public static CallbackScan withLambdas(MethodVisitor next, CallbackScope scope, Set<String> wrappedBodies) {
        LambdaArguments lambdaArguments = new LambdaArguments(next, scope);
        return new CallbackScan(lambdaArguments, lambdaArguments, scope, wrappedBodies);
    }

    /** Returns a visitor of a method of a class without lambdas. {@code next} reads the method as well. */
    public static CallbackScan withoutLambdas(MethodVisitor next, CallbackScope scope) {
        return new CallbackScan(next, null, scope, Set.of());
    }

    /** Returns whether the method evaluates lambdas or method references. */
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

    /** Returns the number of the method's local variables. */
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
        scope.calls(owner, descriptor);
        if ((!passes || !announces) && scope.mayPass(name, descriptor)) {
            passes = passes || scope.passes(owner, name, descriptor);
            announces = announces || scope.announces(owner, name, descriptor);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        variables = maxLocals;
        super.visitMaxs(maxStack, maxLocals);
    }
}
