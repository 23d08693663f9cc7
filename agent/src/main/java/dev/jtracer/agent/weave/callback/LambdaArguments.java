// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A visitor that finds the lambdas and method references of one method that capture nothing and are used only as an
 * argument of a call that just runs them. In
 *
 * <pre>{@code
 * future.thenApply(Shop::format);
 * Function<Order, String> format = Shop::format;
 * future.thenApply(format);
 * }</pre>
 *
 * the first is such an argument; the second is also visible in a variable.
 */
final class LambdaArguments extends MethodVisitor {
    /* Follows the operand stack from the invokedynamic on, but only along straight code: at a jump, or at a label
     * that a jump may lead to, the lambdas on the stack are forgotten. The labels of lines must not be visited,
     * therefore the class is read without debug information. The depth counts from an arbitrary level, because only
     * differences matter. */
    private final CallbackScope scope;
    private final BitSet found = new BitSet();
    private final List<OnStack> onStack = new ArrayList<>(0);
    private int depth;
    private int invokeDynamics;

    /**
     * A lambda on the operand stack.
     *
     * @param ordinal see {@link #found()}
     * @param slot the stack's depth below it
     * @param type the interface that it was made for
     */
    private record OnStack(int ordinal, int slot, Type type) {}

    LambdaArguments(MethodVisitor next, CallbackScope scope) {
        super(Opcodes.ASM9, next);
        this.scope = scope;
    }

    /** Returns the ordinals of the lambdas among the invokedynamic instructions, from 0. Must not be modified. */
    BitSet found() {
        return found;
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        replace(argumentSize(descriptor), Type.getReturnType(descriptor).getSize());
        if (descriptor.startsWith("()") && LambdaWeave.wraps(scope, name, descriptor, bootstrap, arguments)) {
            onStack.add(new OnStack(invokeDynamics, depth - 1, Type.getReturnType(descriptor)));
        }
        invokeDynamics++;
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (!onStack.isEmpty()) {
            addArguments(owner, Type.getArgumentTypes(descriptor));
            int receiver = opcode == Opcodes.INVOKESTATIC ? 0 : 1;
            replace(
                    argumentSize(descriptor) + receiver,
                    Type.getReturnType(descriptor).getSize());
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    /** Adds the lambdas that are the arguments of parameters of their own type. */
    private void addArguments(String owner, Type[] parameters) {
        int slot = depth;
        for (int i = parameters.length - 1; i >= 0; i--) {
            slot -= parameters[i].getSize();
            for (OnStack lambda : onStack) {
                // A parameter of another type, such as Object, may be for a purpose other than running it.
                if (lambda.slot == slot
                        && lambda.type.equals(parameters[i])
                        && scope.filter().onlyRuns(owner, lambda.type.getInternalName())) {
                    found.set(lambda.ordinal);
                }
            }
        }
    }

    /** Returns the number of stack slots of a method's arguments, without the receiver. */
    private static int argumentSize(String descriptor) {
        return (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
    }

    @Override
    public void visitInsn(int opcode) {
        if (!onStack.isEmpty()) {
            if (isEnd(opcode)) {
                onStack.clear();
            }
            forgetTop(operandsCopied(opcode));
            move(change(opcode));
        }
        super.visitInsn(opcode);
    }

    /** Returns how many operands an instruction copies or moves. */
    private static int operandsCopied(int opcode) {
        return switch (opcode) {
            case Opcodes.DUP -> 1;
            case Opcodes.DUP_X1, Opcodes.DUP2, Opcodes.SWAP -> 2;
            case Opcodes.DUP_X2, Opcodes.DUP2_X1 -> 3;
            case Opcodes.DUP2_X2 -> 4;
            default -> 0;
        };
    }

    /** Returns by how many slots an instruction without operands in the code changes the stack. */
    private static int change(int opcode) {
        return switch (opcode) {
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> 2;
            case Opcodes.DUP2, Opcodes.DUP2_X1, Opcodes.DUP2_X2 -> 2;
            case Opcodes.DUP, Opcodes.DUP_X1, Opcodes.DUP_X2 -> 1;
            case Opcodes.I2L, Opcodes.I2D, Opcodes.F2L, Opcodes.F2D -> 1;
            case Opcodes.NOP, Opcodes.SWAP, Opcodes.LALOAD, Opcodes.DALOAD, Opcodes.ARRAYLENGTH -> 0;
            case Opcodes.INEG, Opcodes.LNEG, Opcodes.FNEG, Opcodes.DNEG -> 0;
            case Opcodes.I2F, Opcodes.F2I, Opcodes.L2D, Opcodes.D2L, Opcodes.I2B, Opcodes.I2C, Opcodes.I2S -> 0;
            case Opcodes.LADD, Opcodes.LSUB, Opcodes.LMUL, Opcodes.LDIV, Opcodes.LREM -> -2;
            case Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV, Opcodes.DREM -> -2;
            case Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR, Opcodes.POP2 -> -2;
            case Opcodes.IASTORE, Opcodes.FASTORE, Opcodes.AASTORE, Opcodes.BASTORE, Opcodes.CASTORE -> -3;
            case Opcodes.SASTORE, Opcodes.LCMP, Opcodes.DCMPL, Opcodes.DCMPG -> -3;
            case Opcodes.LASTORE, Opcodes.DASTORE -> -4;
            default -> opcode <= Opcodes.FCONST_2 ? 1 : -1;
        };
    }

    private static boolean isEnd(int opcode) {
        return opcode == Opcodes.ATHROW || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        move(opcode == Opcodes.NEWARRAY ? 0 : 1);
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        move(
                switch (opcode) {
                    case Opcodes.LLOAD, Opcodes.DLOAD -> 2;
                    case Opcodes.LSTORE, Opcodes.DSTORE -> -2;
                    default -> opcode < Opcodes.ISTORE ? 1 : -1;
                });
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.INSTANCEOF) {
            forgetTop(1);
        }
        move(opcode == Opcodes.NEW ? 1 : 0);
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
        int size = Type.getType(descriptor).getSize();
        move(
                switch (opcode) {
                    case Opcodes.GETSTATIC -> size;
                    case Opcodes.GETFIELD -> size - 1;
                    case Opcodes.PUTSTATIC -> -size;
                    default -> -size - 1;
                });
        super.visitFieldInsn(opcode, owner, field, descriptor);
    }

    @Override
    public void visitLdcInsn(Object value) {
        boolean isWide = value instanceof Long
                || value instanceof Double
                || (value instanceof ConstantDynamic constant && constant.getSize() > 1);
        move(isWide ? 2 : 1);
        super.visitLdcInsn(value);
    }

    @Override
    public void visitMultiANewArrayInsn(String type, int dimensions) {
        move(1 - dimensions);
        super.visitMultiANewArrayInsn(type, dimensions);
    }

    @Override
    public void visitLabel(Label label) {
        onStack.clear();
        super.visitLabel(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        onStack.clear();
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        onStack.clear();
        super.visitTableSwitchInsn(min, max, otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        onStack.clear();
        super.visitLookupSwitchInsn(otherwise, keys, labels);
    }

    /** Changes the depth of the stack. An instruction takes no lambda from the stack that it does not also remove. */
    private void move(int change) {
        depth += change;
        forgetTop(0);
    }

    /** Removes operands from the stack, then adds others. */
    private void replace(int removed, int added) {
        move(-removed);
        move(added);
    }

    /** Forgets the lambdas among the uppermost operands, and those that are no longer on the stack. */
    private void forgetTop(int operands) {
        for (int i = onStack.size() - 1; i >= 0; i--) {
            if (onStack.get(i).slot >= depth - operands) {
                onStack.remove(i);
            }
        }
    }
}
