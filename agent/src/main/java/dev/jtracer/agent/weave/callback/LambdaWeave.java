// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.weave.code.MethodTable.IdsExhaustedException;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Lets the lambdas and method references of one method be linked by the tracer, which wraps what the JDK makes. */
public final class LambdaWeave extends MethodVisitor {
    /* Where a lambda is created, not where it is handed over: the application then never sees the unwrapped object, and
     * whatever it does with the one it has - remove a listener, lock on it, use it as a key - works as ever. Only the
     * constant pool changes; the code stays as it is. */
    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final String LINK = "dev/jtracer/bootstrap/LambdaLink";
    private static final String PLAIN = "metafactory";
    private static final String ALTERNATIVE = "altMetafactory";
    /** The collector calls it, of the lambda and of its wrapper. */
    private static final String FINALIZE = "finalize";

    /** How many arguments a bootstrap method may have, by the class file format; we need one more. */
    private static final int MOST_ARGUMENTS = 250;

    private final CallbackScope scope;
    private final String className;
    private final String method;
    private int line;

    /**
     * @param className with dots
     * @param method the method's name in the class file
     */
    public LambdaWeave(MethodVisitor next, CallbackScope scope, String className, String method) {
        super(Opcodes.ASM9, next);
        this.scope = scope;
        this.className = className;
        this.method = LambdaNames.enclosingMethod(method);
    }

    /**
     * Whether an invokedynamic makes a lambda or a method reference that is to be wrapped.
     *
     * @param name of the functional method
     * @param descriptor returns the lambda's type
     */
    static boolean wraps(CallbackScope scope, String name, String descriptor, Handle bootstrap, Object... arguments) {
        return bootstrap.getOwner().equals(METAFACTORY)
                && (bootstrap.getName().equals(PLAIN) || bootstrap.getName().equals(ALTERNATIVE))
                && !name.equals(FINALIZE)
                && arguments.length <= MOST_ARGUMENTS
                && !scope.filter().excludes(Type.getReturnType(descriptor).getInternalName());
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        this.line = line;
        super.visitLineNumber(line, start);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        int site = wraps(scope, name, descriptor, bootstrap, arguments) ? siteId() : 0;
        if (site == 0) {
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
            return;
        }
        boolean plain = bootstrap.getName().equals(PLAIN);
        String type = bootstrap.getDesc();
        Handle link = new Handle(
                Opcodes.H_INVOKESTATIC, LINK, bootstrap.getName(), plain ? type.replace(")", "I)") : type, false);
        Object[] more = new Object[arguments.length + 1];
        System.arraycopy(arguments, 0, more, 0, arguments.length);
        more[arguments.length] = site;
        super.visitInvokeDynamicInsn(name, descriptor, link, more);
    }

    private int siteId() {
        try {
            return scope.table().register(className, new String[] {LambdaNames.site(method, line)})[0];
        } catch (IdsExhaustedException e) {
            return 0; // a lambda without a name is left alone
        }
    }
}
