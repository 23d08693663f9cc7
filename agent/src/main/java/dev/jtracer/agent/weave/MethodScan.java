// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.code.RecorderCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that reads one method before it is woven: whether it is worth a record, and where the object of a
 * constructor becomes initialised.
 */
final class MethodScan extends MethodVisitor {
    /* A constructor's object is initialised once its call of this(..) or super(..) has returned. That call is the
     * one <init> without a NEW of its own:
     *
     *    Range(int a, int b) {
     *        super(new Bound(a), a < b ? a : b);     // new Bound, <init> of Bound, a jump, <init> of super
     *        log();                                  // `this` is initialised
     *    }
     *
     * All code after the call runs with an initialised object if it can be reached through the call only: no jump
     * and no handler leads from before the call to behind it. Compilers comply, also with conditions in the
     * arguments or statements before super(..); a constructor that does not comply is skipped. */
    private static final int TRIVIAL_INSTRUCTIONS = 3;
    /** Marks the labels before that call. */
    private static final Object BEFORE_SUPER = new Object();

    final int ordinal;
    final boolean isStatic;
    final String name;
    final String descriptor;

    private final String owner;
    private final @Nullable String superName;
    private final List<Label> jumpsBeforeSuper = new ArrayList<>(0);
    private final List<Label> handlers = new ArrayList<>(0);
    private int instructions;
    private boolean calls;
    private boolean woven;
    private boolean maxStackReached;
    private int pendingNews;
    private int initCalls;
    private int superCall;
    private boolean unclear;

    /**
     * @param ordinal the method's index in the class
     * @param owner the class, and {@code superName} its super class, in internal form; they matter for constructors
     *     only
     */
    MethodScan(
            int ordinal, boolean isStatic, String owner, @Nullable String superName, String name, String descriptor) {
        super(Opcodes.ASM9);
        this.ordinal = ordinal;
        this.isStatic = isStatic;
        this.owner = owner;
        this.superName = superName;
        this.name = name;
        this.descriptor = descriptor;
    }

    /** Returns whether the method is at most an accessor or an empty body. */
    boolean isTrivial() {
        return instructions <= TRIVIAL_INSTRUCTIONS && !calls;
    }

    /** Returns whether the method contains the recorder's calls already. */
    boolean isWoven() {
        return woven;
    }

    /** Returns whether the recorder's calls can be added so that the class still verifies. */
    boolean isWeavable() {
        return !maxStackReached && !unclear && (superCall > 0 || !isConstructor());
    }

    /** Returns which of a constructor's {@code <init>} calls is that of this or super, from 1; else 0. */
    int superCall() {
        return superCall;
    }

    private boolean isConstructor() {
        return name.equals("<init>");
    }

    private boolean isBeforeSuper() {
        return superCall == 0 && isConstructor();
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
        if (isConstructor()) {
            handlers.add(start);
            handlers.add(handler);
        }
    }

    @Override
    public void visitLabel(Label label) {
        if (isBeforeSuper()) {
            // Stored in the label itself, which only this visitor uses.
            label.info = BEFORE_SUPER;
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String called, String method, String signature, boolean isInterface) {
        instructions++;
        if (opcode == Opcodes.INVOKESPECIAL && method.equals("<init>")) {
            initCalls++;
            if (pendingNews > 0) {
                pendingNews--;
            } else if (isConstructor() && (called.equals(owner) || called.equals(superName))) {
                foundSuperCall();
                return;
            }
        } else if (RecorderCall.recordsCalls(called)) {
            woven = true;
        }
        calls = true;
    }

    private void foundSuperCall() {
        if (superCall > 0) {
            unclear = true;
            return;
        }
        for (int i = 0; i < jumpsBeforeSuper.size(); i++) {
            unclear |= jumpsBeforeSuper.get(i).info != BEFORE_SUPER;
        }
        for (int i = 0; i < handlers.size(); i += 2) {
            unclear |= handlers.get(i).info == BEFORE_SUPER && handlers.get(i + 1).info != BEFORE_SUPER;
        }
        superCall = initCalls;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        instructions++;
        if (opcode == Opcodes.NEW) {
            pendingNews++;
        }
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        instructions++;
        jumpTo(label);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        instructions++;
        jumpTo(otherwise);
        jumpTo(labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        instructions++;
        jumpTo(otherwise);
        jumpTo(labels);
    }

    private void jumpTo(Label... labels) {
        if (isBeforeSuper()) {
            Collections.addAll(jumpsBeforeSuper, labels);
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String called, String signature, Handle bootstrap, Object... arguments) {
        instructions++;
        calls = true;
    }

    @Override
    public void visitInsn(int opcode) {
        instructions++;
        // A block behind the call, but placed before it.
        unclear |= opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN && isBeforeSuper();
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
    public void visitFieldInsn(int opcode, String fieldOwner, String field, String type) {
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

    @Override
    public void visitMultiANewArrayInsn(String type, int dimensions) {
        instructions++;
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        maxStackReached = maxStack >= 0xFFFF;
    }
}
