// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Counts a method's instructions and calls, as far as needed to recognise an accessor. */
class MethodSize extends MethodVisitor {
    private static final int TRIVIAL_INSTRUCTIONS = 3;

    private int instructions;
    private boolean calls;

    MethodSize() {
        super(Opcodes.ASM9);
    }

    /** At most three instructions and no call but a constructor's of its super class. */
    final boolean isTrivial() {
        return instructions <= TRIVIAL_INSTRUCTIONS && !calls;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        instructions++;
        calls |= !name.equals("<init>");
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        instructions++;
        calls = true;
    }

    @Override
    public void visitInsn(int opcode) {
        instructions++;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        instructions++;
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        instructions++;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        instructions++;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        instructions++;
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        instructions++;
    }

    @Override
    public void visitLdcInsn(Object value) {
        instructions++;
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        instructions++;
    }
}
