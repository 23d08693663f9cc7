// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.callback.CallbackParameters;
import dev.jtracer.agent.weave.code.HandlerRange;
import dev.jtracer.agent.weave.code.RecorderCall;
import dev.jtracer.agent.weave.code.ValueCode;
import dev.jtracer.bootstrap.CallbackTracer;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that adds the recorder's calls to one method: {@code enter} first, {@code exit} before each return,
 * {@code exitThrow} in a handler for every exception that the method does not catch itself. A method that receives a
 * callback
 *
 * <pre>{@code
 * void repeat(Runnable task) {
 *     task.run();
 * }
 * }</pre>
 *
 * becomes, where 7 is the id of {@code repeat}, 8 that of {@code repeat[0]}, its first parameter, and 256 the
 * parameter's number,
 *
 * <pre>{@code
 * void repeat(Runnable task) {
 *     MethodTracer.enter(7);
 *     try {
 *         CallbackTracer.open(7);
 *         CallbackTracer.received(task, 8, 256);
 *         task.run();
 *     } catch (Throwable thrown) {
 *         CallbackTracer.close(7);
 *         MethodTracer.exitThrow(7);
 *         throw thrown;
 *     }
 *     CallbackTracer.close(7);
 *     MethodTracer.exit(7);
 * }
 * }</pre>
 */
final class MethodWeave extends MethodVisitor {
    /* Nothing here depends on types: constants and static calls leave the stack as it was, no local is used, and the
     * handler's frame (no locals, one Throwable) is compatible with any locals. So no frame has to be computed, and
     * no class of the application is read. */
    private final MethodPlan plan;
    private final int id;
    private final CallbackParameters callbacks;
    private final @Nullable ValueCode values;
    private final boolean isSampled;
    /** Number of {@code <init>} calls left until a constructor's object is initialised. */
    private int initCallsToPass;

    private boolean callbacksReplaced;
    private final HandlerRange range;

    /** @param isSampled whether only some of the root calls are recorded */
    MethodWeave(MethodVisitor next, boolean frames, MethodPlan plan, boolean isSampled) {
        super(Opcodes.ASM9, next);
        this.plan = plan;
        this.id = plan.id;
        this.range = new HandlerRange(next, frames);
        this.initCallsToPass = plan.method.superCall();
        this.callbacks = plan.callbacks;
        this.values = plan.values;
        this.isSampled = isSampled;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (initCallsToPass == 0) {
            enter();
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        // Before this call the object is uninitialised, and no handler may see it.
        if (initCallsToPass > 0 && opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
            initCallsToPass--;
            if (initCallsToPass == 0) {
                enter();
            }
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
            super.visitInsn(opcode);
            return;
        }
        range.end();
        close();
        if (values == null) {
            record(RecorderCall.EXIT);
        } else {
            values.writeExit(mv, opcode, id, ofCalls(RecorderCall.EXIT));
        }
        endBody(RecorderCall.EXIT_BODY);
        super.visitInsn(opcode);
        range.begin();
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        Label handler = range.beginHandler();
        if (plan.announces) {
            RecorderCall.ANNOUNCED.write(mv, CallbackTracer.ALL);
        }
        close();
        if (values == null) {
            record(RecorderCall.EXIT_THROW);
        } else {
            values.writeExitThrow(mv, id);
        }
        endBody(RecorderCall.THROW_BODY);
        range.endHandler(handler);
        int valueStack = values == null ? 0 : ValueCode.STACK;
        super.visitMaxs(Math.max(maxStack + 1, 2) + addedStack() + valueStack, maxLocals);
    }

    /** Returns the operands that callbacks need besides an id. */
    private int addedStack() {
        return callbacks.count() > 0 ? 2 : plan.opens() || plan.isCallbackBody ? 1 : 0;
    }

    private void enter() {
        if (plan.isCallbackBody) {
            super.visitVarInsn(Opcodes.ALOAD, 0);
            RecorderCall.ENTER_BODY.write(mv, id);
        }
        if (values == null) {
            record(RecorderCall.ENTER);
        } else {
            values.writeEnter(mv, id);
        }
        range.begin();
        if (plan.opens()) {
            RecorderCall.OPEN.write(mv, id);
        }
        for (int i = 0; i < callbacks.count() && !callbacksReplaced; i++) {
            super.visitVarInsn(Opcodes.ALOAD, callbacks.slot(i));
            callbacks.writeCall(mv, i);
        }
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        // Before the call of super the code may store a value that is no object in a parameter's variable.
        boolean stores = initCallsToPass > 0 && opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
        boolean wide = opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE;
        callbacksReplaced |= stores && (callbacks.hasSlot(variable) || (wide && callbacks.hasSlot(variable + 1)));
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitFrame(int type, int locals, Object @Nullable [] local, int stack, Object @Nullable [] onStack) {
        callbacksReplaced |= initCallsToPass > 0 && !holdsCallbacks(type, locals, local);
        super.visitFrame(type, locals, local, stack, onStack);
    }

    /** Returns whether a frame still has all callbacks in the variables of their parameters. */
    private boolean holdsCallbacks(int type, int locals, Object @Nullable [] local) {
        if (type != Opcodes.F_FULL || local == null) {
            return type != Opcodes.F_CHOP;
        }
        int slot = 0;
        int found = 0;
        for (int i = 0; i < locals; i++) {
            found += callbacks.hasSlot(slot) && local[i] instanceof String ? 1 : 0;
            slot += local[i] == Opcodes.LONG || local[i] == Opcodes.DOUBLE ? 2 : 1;
        }
        return found == callbacks.count();
    }

    private void close() {
        if (plan.opens()) {
            RecorderCall.CLOSE.write(mv, id);
        }
    }

    private void endBody(RecorderCall bodyExit) {
        if (plan.isCallbackBody) {
            bodyExit.write(mv, id);
        }
    }

    private void record(RecorderCall call) {
        if (plan.isRecorded) {
            ofCalls(call).write(mv, id);
        }
    }

    private RecorderCall ofCalls(RecorderCall call) {
        return isSampled ? call.sampled() : call;
    }
}
