// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.BitSet;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A visitor that redirects the linkage of one method's lambdas and method references to {@code LambdaLink}, which
 * wraps the JDK's lambda. A method reference on line 12 of {@code order}
 *
 * <pre>{@code
 * invokedynamic run()Runnable   LambdaMetafactory.metafactory(()void, Shop::save, ()void)
 * }</pre>
 *
 * becomes, where 9 is the id of {@code Shop.order$lambda:12},
 *
 * <pre>{@code
 * invokedynamic run()Runnable   LambdaLink.metafactory(()void, Shop::save, ()void, 9)
 * }</pre>
 */
public final class LambdaWeave extends MethodVisitor {
    /* A lambda is wrapped where it is created, not where it is passed. The application never sees the unwrapped
     * object, so everything that it does with the wrapper - remove a listener, lock on it, use it as a key - works
     * as usual. Only the constant pool changes; the code stays as it is. */
    static final String LINK = "dev/jtracer/bootstrap/lambda/LambdaLink";
    private static final String PLAIN = "metafactory";
    private static final String ALTERNATIVE = "altMetafactory";
    /** Suffix of the bootstrap methods for lambdas that each evaluation makes anew while recording is on. */
    private static final String FOR_ARGUMENT = "ForArgument";
    /** Name of the method that the collector calls, both on a lambda and on its wrapper. */
    private static final String FINALIZE = "finalize";

    /** The most arguments of a bootstrap method that leave room for one more in the class file format. */
    private static final int MOST_ARGUMENTS = 250;

    private final CallbackScope scope;
    private final String className;
    private final String method;
    private final BitSet arguments;
    private int line;
    private int invokeDynamics;

    /**
     * @param className with dots
     * @param method the source method that contains the lambdas
     * @param arguments ordinals of the lambdas that each evaluation may make anew, see {@link LambdaArguments}
     */
    public LambdaWeave(MethodVisitor next, CallbackScope scope, String className, String method, BitSet arguments) {
        super(Opcodes.ASM9, next);
        this.scope = scope;
        this.className = className;
        this.method = method;
        this.arguments = arguments;
    }

    /**
     * Returns whether an invokedynamic makes a lambda or a method reference that is to be wrapped.
     *
     * @param name name of the functional method
     * @param descriptor its return type is the lambda's type
     */
    static boolean wraps(CallbackScope scope, String name, String descriptor, Handle bootstrap, Object... arguments) {
        return isLambda(bootstrap)
                && !name.equals(FINALIZE)
                && arguments.length <= MOST_ARGUMENTS
                && !scope.filter().excludes(Type.getReturnType(descriptor).getInternalName());
    }

    /** Returns whether a bootstrap method is that of a lambda or a method reference that is not woven. */
    static boolean isLambda(Handle bootstrap) {
        return bootstrap.getOwner().equals(LambdaNames.METAFACTORY)
                && (bootstrap.getName().equals(PLAIN) || bootstrap.getName().equals(ALTERNATIVE));
    }

    /** Returns which method of {@code LambdaLink} stands for a bootstrap method, as {@code LambdaLink.kept} does. */
    static int kind(Handle bootstrap) {
        return (bootstrap.getName().startsWith(ALTERNATIVE) ? 1 : 0)
                | (bootstrap.getName().endsWith(FOR_ARGUMENT) ? 2 : 0);
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        this.line = line;
        super.visitLineNumber(line, start);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        boolean isArgument = this.arguments.get(invokeDynamics++);
        int site = wraps(scope, name, descriptor, bootstrap, arguments)
                ? scope.table().registerOne(className, LambdaNames.atLine(method.concat("$lambda"), line))
                : 0;
        if (site == 0) { // also a lambda without a name is left alone
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
            return;
        }
        boolean plain = bootstrap.getName().equals(PLAIN);
        String type = bootstrap.getDesc();
        String linkName = isArgument ? bootstrap.getName().concat(FOR_ARGUMENT) : bootstrap.getName();
        Handle link = new Handle(Opcodes.H_INVOKESTATIC, LINK, linkName, plain ? type.replace(")", "I)") : type, false);
        Object[] more = new Object[arguments.length + 1];
        System.arraycopy(arguments, 0, more, 0, arguments.length);
        more[arguments.length] = site;
        super.visitInvokeDynamicInsn(name, descriptor, link, more);
    }
}
