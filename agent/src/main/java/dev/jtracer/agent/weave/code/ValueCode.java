// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * The code of a method whose arguments and result are recorded. {@code int total(int count, String password)} begins
 * with
 *
 * <pre>{@code
 * ValueTracer.enter(ValueTracer.addMasked(ValueTracer.add(ValueTracer.begin(), count, "count="), "password="), 7);
 * }</pre>
 */
public final class ValueCode {
    /* Only the operand stack is used, so no frame changes. */
    /** Operands that the code needs besides the method's own. */
    public static final int STACK = 4;

    private static final String TRACER = RecorderCall.PACKAGE.concat("value/ValueTracer");
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String STRING = "Ljava/lang/String;";

    private final boolean isStatic;
    private final Type[] parameters;
    private final Type returned;
    private final @Nullable String[] names;
    private final boolean isMasked;

    /**
     * @param names names of the parameters, null where unknown
     * @param isMasked whether no value is shown
     */
    public ValueCode(boolean isStatic, String descriptor, @Nullable String[] names, boolean isMasked) {
        this.isStatic = isStatic;
        this.parameters = Type.getArgumentTypes(descriptor);
        this.returned = Type.getReturnType(descriptor);
        this.names = names;
        this.isMasked = isMasked;
    }

    /** Writes the record of a call's begin. */
    public void writeEnter(MethodVisitor code, int id) {
        call(code, "begin", "()".concat(OBJECT));
        int slot = isStatic ? 0 : 1;
        for (int i = 0; i < parameters.length; i++) {
            Type type = parameters[i];
            if (hides(i)) {
                code.visitLdcInsn(label(i));
                call(code, "addMasked", "(" + OBJECT + STRING + ")" + OBJECT);
            } else {
                code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
                code.visitLdcInsn(label(i));
                boolean isUnnamed = names[i] == null && kind(type).equals(OBJECT);
                call(code, isUnnamed ? "addUnnamed" : "add", "(" + OBJECT + kind(type) + STRING + ")" + OBJECT);
            }
            slot += type.getSize();
        }
        RecorderCall.pushInt(code, id);
        call(code, "enter", "(" + OBJECT + "I)V");
    }

    private String label(int parameter) {
        String name = names[parameter];
        return (name == null ? "arg" + parameter : name).concat("=");
    }

    private boolean hides(int parameter) {
        String name = names[parameter];
        boolean isText = parameters[parameter].getDescriptor().equals(STRING);
        // Without its name, any text may be a password.
        return isMasked || (name == null ? isText : SecretNames.contain(name));
    }

    /**
     * Writes the record of a call's end before a return instruction.
     *
     * @param withoutValue the entry point for the end of a call whose result is not recorded
     */
    public void writeExit(MethodVisitor code, int returns, int id, RecorderCall withoutValue) {
        if (isMasked || returns == Opcodes.RETURN) {
            withoutValue.write(code, id);
            return;
        }
        boolean isWide = returns == Opcodes.LRETURN || returns == Opcodes.DRETURN;
        code.visitInsn(isWide ? Opcodes.DUP2 : Opcodes.DUP);
        RecorderCall.pushInt(code, id);
        call(code, "exit", "(" + kind(returned) + "I)V");
    }

    /** Writes the record of a call's end by the exception on the stack, which stays there. */
    public void writeExitThrow(MethodVisitor code, int id) {
        code.visitInsn(Opcodes.DUP);
        RecorderCall.pushInt(code, id);
        call(code, "exitThrow", "(Ljava/lang/Throwable;I)V");
    }

    private static void call(MethodVisitor code, String name, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, TRACER, name, descriptor, false);
    }

    private static String kind(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> "Z";
            case Type.CHAR -> "C";
            case Type.BYTE, Type.SHORT, Type.INT -> "I";
            case Type.LONG -> "J";
            case Type.FLOAT -> "F";
            case Type.DOUBLE -> "D";
            default -> OBJECT;
        };
    }
}
