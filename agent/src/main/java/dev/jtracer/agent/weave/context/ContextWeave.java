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
    private static final String NETTY_TRACER = "dev/jtracer/bootstrap/context/NettyTracer";
    private static final String UNDERTOW_TRACER = "dev/jtracer/bootstrap/context/UndertowTracer";
    private static final String LOG_TRACER = "dev/jtracer/bootstrap/context/LogTracer";
    private static final String OF_OBJECT = "(Ljava/lang/Object;)V";
    private static final String OF_OBJECT_AND_LOOKUP = "(Ljava/lang/Object;Ljava/lang/invoke/MethodHandles$Lookup;)V";
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
                lookup();
                super.visitInsn(Opcodes.ICONST_0 + method.api());
                call(
                        TRACER,
                        "enterRequest",
                        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/invoke/MethodHandles$Lookup;I)V");
            }
            case PREPARATION -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ALOAD, method.firstSlot());
                call(TRACER, "enterPrepare", "(Ljava/lang/Object;Ljava/lang/String;)V");
            }
            case STATEMENT -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                if (method.firstSlot() == ContextMethod.NONE) {
                    super.visitInsn(Opcodes.ACONST_NULL);
                } else {
                    super.visitVarInsn(Opcodes.ALOAD, method.firstSlot());
                }
                call(TRACER, "enterStatement", "(Ljava/lang/Object;Ljava/lang/String;)V");
            }
            case CALL, ASYNC_CALL -> {
                super.visitVarInsn(Opcodes.ALOAD, 1);
                lookup();
                call(CALL_TRACER, "enterCall", OF_OBJECT_AND_LOOKUP);
            }
            case URL_CALL -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(CALL_TRACER, "enterUrlCall", "(Ljava/net/HttpURLConnection;)V");
            }
            case ASYNC_RESPONSE, ASYNC_START -> {}
            case LOG_PUT -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ALOAD, 1);
                call(LOG_TRACER, "put", "(Ljava/lang/Object;Ljava/lang/Object;)V");
            }
            case LOG_PUT_ALL -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(LOG_TRACER, "putAll", OF_OBJECT);
            }
            case LOG_REPLACE -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(LOG_TRACER, "replace", OF_OBJECT);
            }
            case LOG_REMOVE -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(LOG_TRACER, "remove", OF_OBJECT);
            }
            case LOG_CLEAR -> call(LOG_TRACER, "clear", "()V");
            case SPAN_ATTACH -> {
                super.visitVarInsn(Opcodes.ALOAD, 1);
                lookup();
                call(LOG_TRACER, "attach", "(Ljava/lang/Object;Ljava/lang/invoke/MethodHandles$Lookup;)V");
            }
            case SPAN_DETACH -> call(LOG_TRACER, "detach", "()V");
            case ASYNC_COMPLETION -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(TRACER, "completeAsync", OF_OBJECT);
            }
            case ASYNC_DISPATCH -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(TRACER, "dispatchAsync", OF_OBJECT);
            }
            case NETTY_READ -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ALOAD, 1);
                call(NETTY_TRACER, "enterRead", "(Ljava/lang/Object;Ljava/lang/Object;)V");
            }
            case NETTY_DECODING -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ALOAD, 3);
                call(NETTY_TRACER, "enterDecode", "(Ljava/lang/Object;Ljava/util/List;)V");
            }
            case NETTY_ENCODING -> {
                super.visitVarInsn(Opcodes.ALOAD, 1);
                super.visitVarInsn(Opcodes.ALOAD, 2);
                lookup();
                call(
                        NETTY_TRACER,
                        "encode",
                        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/invoke/MethodHandles$Lookup;)V");
            }
            case UNDERTOW_HANDLER -> {
                super.visitVarInsn(Opcodes.ALOAD, 1);
                lookup();
                call(UNDERTOW_TRACER, "enterHandler", OF_OBJECT_AND_LOOKUP);
            }
            case UNDERTOW_COMPLETION -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                lookup();
                call(UNDERTOW_TRACER, "complete", OF_OBJECT_AND_LOOKUP);
            }
            case NETTY_CLOSE -> {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ALOAD, 1);
                lookup();
                call(
                        NETTY_TRACER,
                        "close",
                        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/invoke/MethodHandles$Lookup;)V");
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
            case REQUEST -> call(TRACER, "exitRequest", "()V");
            case PREPARATION -> {
                super.visitInsn(Opcodes.DUP);
                call(TRACER, "exitPrepare", OF_OBJECT);
            }
            case STATEMENT -> {
                if (!returnsCount) {
                    call(TRACER, "exitStatement", "()V");
                    return;
                }
                super.visitInsn(opcode == Opcodes.LRETURN ? Opcodes.DUP2 : Opcodes.DUP);
                if (opcode == Opcodes.IRETURN) {
                    super.visitInsn(Opcodes.I2L);
                }
                call(TRACER, "exitStatement", "(J)V");
            }
            case CALL -> {
                super.visitInsn(Opcodes.DUP);
                call(CALL_TRACER, "exitCall", OF_OBJECT);
            }
            case ASYNC_CALL, URL_CALL -> call(CALL_TRACER, "exitCall", "()V");
            case ASYNC_START -> {
                super.visitInsn(Opcodes.DUP);
                call(TRACER, "startAsync", OF_OBJECT);
            }
            case NETTY_READ -> call(NETTY_TRACER, "exitRead", "()V");
            case NETTY_DECODING -> {
                lookup();
                call(NETTY_TRACER, "exitDecode", "(Ljava/lang/invoke/MethodHandles$Lookup;)V");
            }
            case UNDERTOW_HANDLER -> call(UNDERTOW_TRACER, "exitHandler", "()V");
            case ASYNC_RESPONSE -> {
                super.visitInsn(Opcodes.DUP);
                call(CALL_TRACER, "awaitResponse", OF_OBJECT);
            }
            case ASYNC_COMPLETION,
                    ASYNC_DISPATCH,
                    NETTY_ENCODING,
                    NETTY_CLOSE,
                    UNDERTOW_COMPLETION,
                    LOG_PUT,
                    LOG_PUT_ALL,
                    LOG_REPLACE,
                    LOG_REMOVE,
                    LOG_CLEAR,
                    SPAN_ATTACH,
                    SPAN_DETACH -> {}
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
            case REQUEST -> call(TRACER, "throwRequest", "()V");
            case PREPARATION -> call(TRACER, "throwPrepare", "()V");
            case STATEMENT -> call(TRACER, "throwStatement", "()V");
            case CALL, ASYNC_CALL, URL_CALL -> call(CALL_TRACER, "throwCall", "()V");
            case NETTY_READ -> call(NETTY_TRACER, "throwRead", "()V");
            case UNDERTOW_HANDLER -> call(UNDERTOW_TRACER, "throwHandler", "()V");
            default -> {}
        }
        range.endHandler(handler);
    }

    private void lookup() {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", LOOKUP, false);
    }

    private void call(String tracer, String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, tracer, name, descriptor, false);
    }
}
