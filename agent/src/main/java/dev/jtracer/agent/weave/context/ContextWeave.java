// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.agent.weave.code.HandlerRange;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that adds the calls of a {@link ContextMethod.Kind} to a method: one first, one before each return, one
 * in a handler for every exception that the method does not catch itself.
 */
final class ContextWeave extends MethodVisitor {
    /* As where calls are recorded, nothing here depends on types, so that no frame has to be computed. */
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String TEXT = "Ljava/lang/String;";
    private static final String LOOKUP = "Ljava/lang/invoke/MethodHandles$Lookup;";
    private static final long UNKNOWN_ROWS = -1;
    /** Operands of the calls, beside a result of two words. */
    private static final int ADDED_STACK = 4;

    private final ContextMethod method;
    private final ContextMethod.Kind kind;
    /** Sort of the number of rows that the method returns; {@link Type#VOID} if it returns none. */
    private final int rows;

    private final HandlerRange range;

    ContextWeave(MethodVisitor next, boolean frames, ContextMethod method, String name) {
        super(Opcodes.ASM9, next);
        this.method = method;
        this.kind = method.kind();
        this.rows = name.equals("executeUpdate") ? Type.INT : name.equals("executeLargeUpdate") ? Type.LONG : Type.VOID;
        this.range = new HandlerRange(next, frames);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        call(kind.enter, kind.enterArguments, false);
        if (kind.isCovered) {
            range.begin();
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
            super.visitInsn(opcode);
            return;
        }
        range.end();
        call(kind.leave, kind.leaveArguments, false);
        super.visitInsn(opcode);
        if (kind.isCovered) {
            range.begin();
        }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (kind.isCovered) {
            Label handler = range.beginHandler();
            call(kind.leave, kind.leaveArguments, true);
            range.endHandler(handler);
        }
        super.visitMaxs(maxStack + ADDED_STACK, maxLocals);
    }

    private void call(@Nullable String entryPoint, String arguments, boolean threw) {
        if (entryPoint == null) {
            return;
        }
        StringBuilder descriptor = new StringBuilder("(");
        for (int i = 0; i < arguments.length(); i++) {
            descriptor.append(push(arguments.charAt(i), threw));
        }
        super.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                kind.tracer,
                entryPoint,
                descriptor.append(")V").toString(),
                false);
    }

    /** Pushes an argument. Returns its type. */
    private String push(char argument, boolean threw) {
        switch (argument) {
            case 'f' -> super.visitVarInsn(Opcodes.ALOAD, method.firstSlot());
            case 's' -> super.visitVarInsn(Opcodes.ALOAD, method.secondSlot());
            case 't' -> {
                if (method.firstSlot() == ContextMethod.NONE) {
                    super.visitInsn(Opcodes.ACONST_NULL);
                } else {
                    super.visitVarInsn(Opcodes.ALOAD, method.firstSlot());
                }
                return TEXT;
            }
            case 'c' -> {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", "()".concat(LOOKUP), false);
                return LOOKUP;
            }
            case 'i' -> {
                super.visitInsn(Opcodes.ICONST_0 + method.api());
                return "I";
            }
            case 'n' -> {
                pushRows(threw);
                return "J";
            }
            case 'x' -> {
                super.visitInsn(threw ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
                return "Z";
            }
            case 'r' -> super.visitInsn(threw ? Opcodes.ACONST_NULL : Opcodes.DUP);
            case 'u' -> super.visitInsn(Opcodes.ACONST_NULL);
            default -> super.visitVarInsn(Opcodes.ALOAD, argument - '0');
        }
        return OBJECT;
    }

    private void pushRows(boolean threw) {
        if (threw || rows == Type.VOID) {
            super.visitLdcInsn(UNKNOWN_ROWS);
            return;
        }
        super.visitInsn(rows == Type.LONG ? Opcodes.DUP2 : Opcodes.DUP);
        if (rows == Type.INT) {
            super.visitInsn(Opcodes.I2L);
        }
    }
}
