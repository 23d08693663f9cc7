// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.agent.weave.code.HandlerRange;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A visitor that adds the calls of {@code ContextTracer} to a method: one first, one before each return, one in a handler for
 * every exception that the method does not catch itself.
 */
public final class ContextWeave extends MethodVisitor {
    /* As where calls are recorded, nothing here depends on types, so that no frame has to be computed. */
    private static final String TRACER = "dev/jtracer/bootstrap/context/ContextTracer";
    private static final String CALL_TRACER = "dev/jtracer/bootstrap/context/CallTracer";
    private static final String OF_OBJECT = "(Ljava/lang/Object;)V";
    private static final String LOOKUP = "()Ljava/lang/invoke/MethodHandles$Lookup;";
    /** Operands of the calls, beside a result of two words. */
    private static final int ADDED_STACK = 4;

    private final ContextMethod method;
    private final boolean returnsCount;
    private final HandlerRange range;

    public ContextWeave(MethodVisitor next, int classVersion, ContextMethod method, String name) {
        super(Opcodes.ASM9, next);
        this.method = method;
        this.returnsCount = name.equals("executeUpdate") || name.equals("executeLargeUpdate");
        this.range = new HandlerRange(next, classVersion);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        switch (method.kind()) {
            case REQUEST -> {
                super.visitVarInsn(Opcodes.ALOAD, method.firstSlot());
                super.visitVarInsn(Opcodes.ALOAD, method.secondSlot());
                super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", LOOKUP, false);
                super.visitInsn(Opcodes.ICONST_0 + method.api());
                call("enterRequest", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/invoke/MethodHandles$Lookup;I)V");
            }
            case PREPARATION -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ALOAD, method.firstSlot());
                call("enterPrepare", "(Ljava/lang/Object;Ljava/lang/String;)V");
            }
            case STATEMENT -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                if (method.firstSlot() == ContextMethod.NONE) {
                    super.visitInsn(Opcodes.ACONST_NULL);
                } else {
                    super.visitVarInsn(Opcodes.ALOAD, method.firstSlot());
                }
                call("enterStatement", "(Ljava/lang/Object;Ljava/lang/String;)V");
            }
            case CALL, ASYNC_CALL -> {
                super.visitVarInsn(Opcodes.ALOAD, 1);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", LOOKUP, false);
                callOfClient("enterCall", "(Ljava/lang/Object;Ljava/lang/invoke/MethodHandles$Lookup;)V");
            }
            case URL_CALL -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                callOfClient("enterUrlCall", "(Ljava/net/HttpURLConnection;)V");
            }
            case ASYNC_START -> {}
            case ASYNC_COMPLETION -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call("completeAsync", OF_OBJECT);
            }
            case ASYNC_DISPATCH -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call("dispatchAsync", OF_OBJECT);
            }
        }
        if (method.isCall()) {
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
        leave(opcode);
        super.visitInsn(opcode);
        if (method.isCall()) {
            range.begin();
        }
    }

    private void leave(int opcode) {
        switch (method.kind()) {
            case REQUEST -> call("exitRequest", "()V");
            case PREPARATION -> {
                super.visitInsn(Opcodes.DUP);
                call("exitPrepare", OF_OBJECT);
            }
            case STATEMENT -> {
                if (!returnsCount) {
                    call("exitStatement", "()V");
                    return;
                }
                super.visitInsn(opcode == Opcodes.LRETURN ? Opcodes.DUP2 : Opcodes.DUP);
                if (opcode == Opcodes.IRETURN) {
                    super.visitInsn(Opcodes.I2L);
                }
                call("exitStatement", "(J)V");
            }
            case CALL -> {
                super.visitInsn(Opcodes.DUP);
                callOfClient("exitCall", OF_OBJECT);
            }
            case ASYNC_CALL, URL_CALL -> callOfClient("exitCall", "()V");
            case ASYNC_START -> {
                super.visitInsn(Opcodes.DUP);
                call("startAsync", OF_OBJECT);
            }
            case ASYNC_COMPLETION, ASYNC_DISPATCH -> {}
        }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (method.isCall()) {
            writeHandler();
        }
        super.visitMaxs(maxStack + ADDED_STACK, maxLocals);
    }

    private void writeHandler() {
        Label handler = range.beginHandler();
        switch (method.kind()) {
            case REQUEST -> call("throwRequest", "()V");
            case PREPARATION -> call("throwPrepare", "()V");
            case STATEMENT -> call("throwStatement", "()V");
            case CALL, ASYNC_CALL, URL_CALL -> callOfClient("throwCall", "()V");
            case ASYNC_START, ASYNC_COMPLETION, ASYNC_DISPATCH -> {}
        }
        range.endHandler(handler);
    }

    private void callOfClient(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, CALL_TRACER, name, descriptor, false);
    }

    private void call(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, TRACER, name, descriptor, false);
    }
}
