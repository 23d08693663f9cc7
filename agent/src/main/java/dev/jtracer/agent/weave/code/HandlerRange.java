// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * The code of a method that an added handler for every exception covers, in stretches: the code that ends a record
 * before a return is outside, because what has ended must not end again.
 */
public final class HandlerRange {
    private static final Object[] THROWABLE = {"java/lang/Throwable"};
    /** Offset of the major version in a class file (JVMS 4.1). */
    private static final int MAJOR_VERSION = 6;

    private final MethodVisitor method;
    private final boolean frames;
    private final List<Label> covered = new ArrayList<>();
    /** Begin of the open stretch; null outside of one. */
    private @Nullable Label stretchBegin;

    /**
     * @param method receives the labels and the handler
     * @param frames whether it carries frames, see {@link #hasFrames}
     */
    public HandlerRange(MethodVisitor method, boolean frames) {
        this.method = method;
        this.frames = frames;
    }

    /** Returns whether the methods of a class carry stack map frames (JVMS 4.10: from Java 6 on). */
    public static boolean hasFrames(ClassReader file) {
        return file.readUnsignedShort(MAJOR_VERSION) >= Opcodes.V1_6;
    }

    public void begin() {
        Label begin = new Label();
        method.visitLabel(begin);
        stretchBegin = begin;
    }

    /** Ends the stretch, if one is open. */
    public void end() {
        Label begin = stretchBegin;
        if (begin == null) {
            return;
        }
        stretchBegin = null;
        Label end = new Label();
        method.visitLabel(end);
        // The class file format forbids an empty range.
        if (begin.getOffset() < end.getOffset()) {
            covered.add(begin);
            covered.add(end);
        }
    }

    /** Begins the handler, with the exception on the stack. Returns its label. */
    public Label beginHandler() {
        end();
        Label handler = new Label();
        method.visitLabel(handler);
        if (frames) {
            method.visitFrame(Opcodes.F_FULL, 0, null, 1, THROWABLE);
        }
        return handler;
    }

    /** Throws the exception again, and enters the handler for all stretches. */
    public void endHandler(Label handler) {
        method.visitInsn(Opcodes.ATHROW);
        // Last in the table: the method's own handlers come first.
        for (int i = 0; i < covered.size(); i += 2) {
            method.visitTryCatchBlock(covered.get(i), covered.get(i + 1), handler, null);
        }
    }
}
