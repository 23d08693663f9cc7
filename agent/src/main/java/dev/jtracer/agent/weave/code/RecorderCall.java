// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The recorder's entry points, as woven code calls them. An application's method
 *
 * <pre>{@code
 * int size() {                    int size() {
 *     return list.size();             MethodTracer.enter(7);
 * }                                   int size = list.size();
 *                                     MethodTracer.exit(7);
 *                                     return size;
 *                                 }
 * }</pre>
 *
 * calls {@link #ENTER} and {@link #EXIT} with its method id, 7.
 */
public enum RecorderCall {
    ENTER(RecorderCall.METHOD_TRACER, "enter", RecorderCall.OF_ID),
    EXIT(RecorderCall.METHOD_TRACER, "exit", RecorderCall.OF_ID),
    EXIT_THROW(RecorderCall.METHOD_TRACER, "exitThrow", RecorderCall.OF_ID),
    SAMPLED_ENTER(RecorderCall.METHOD_TRACER, "enterSampled", RecorderCall.OF_ID),
    SAMPLED_EXIT(RecorderCall.METHOD_TRACER, "exitSampled", RecorderCall.OF_ID),
    SAMPLED_EXIT_THROW(RecorderCall.METHOD_TRACER, "exitThrowSampled", RecorderCall.OF_ID),
    OPEN(RecorderCall.CALLBACK_TRACER, "open", RecorderCall.OF_ID),
    CLOSE(RecorderCall.CALLBACK_TRACER, "close", RecorderCall.OF_ID),
    CAUGHT(RecorderCall.CALLBACK_TRACER, "caught", RecorderCall.OF_ID),
    PASSED(RecorderCall.CALLBACK_TRACER, "passed", RecorderCall.OF_OBJECT_AND_ID),
    PASSED_ALL(RecorderCall.CALLBACK_TRACER, "passedAll", RecorderCall.OF_OBJECT_AND_ID),
    PASSED_WEAKLY(RecorderCall.CALLBACK_TRACER, "passedWeakly", RecorderCall.OF_OBJECT_AND_ID),
    ANNOUNCE(RecorderCall.CALLBACK_TRACER, "announce", RecorderCall.OF_OBJECT_ID_AND_PARAMETER),
    ANNOUNCED(RecorderCall.CALLBACK_TRACER, "announced", RecorderCall.OF_ID),
    RECEIVED(RecorderCall.CALLBACK_TRACER, "received", RecorderCall.OF_OBJECT_ID_AND_PARAMETER),
    RECEIVED_ALL(RecorderCall.CALLBACK_TRACER, "receivedAll", RecorderCall.OF_OBJECT_ID_AND_PARAMETER),
    ENTER_BODY(RecorderCall.CALLBACK_TRACER, "enterBody", RecorderCall.OF_OBJECT_AND_ID),
    EXIT_BODY(RecorderCall.CALLBACK_TRACER, "exitBody", RecorderCall.OF_ID),
    THROW_BODY(RecorderCall.CALLBACK_TRACER, "throwBody", RecorderCall.OF_ID),
    RUN(RecorderCall.CALLBACK_TRACER, "run", "(Ljava/lang/Object;I)I"),
    RAN(RecorderCall.CALLBACK_TRACER, "ran", RecorderCall.OF_ID),
    THREW(RecorderCall.CALLBACK_TRACER, "threw", RecorderCall.OF_ID),
    IS_RECORDING(RecorderCall.CALLBACK_TRACER, "isRecording", "()Z"),
    TASK_SUBMITTED(RecorderCall.TASK_TRACER, "submitted", RecorderCall.OF_OBJECT_AND_ID),
    TASK_DISPATCHED(RecorderCall.TASK_TRACER, "dispatched", RecorderCall.OF_OBJECT_AND_ID),
    TASK_SUBMITTED_TO_POOL(RecorderCall.TASK_TRACER, "submittedToPool", "(Ljava/lang/Object;Ljava/lang/Object;I)V"),
    TASK_WAITS(RecorderCall.TASK_TRACER, "waits", RecorderCall.OF_OBJECT_AND_ID),
    TASK_RUNS(RecorderCall.TASK_TRACER, "runs", RecorderCall.OF_OBJECT_AND_ID),
    TASK_RUNS_IN_LOOP(RecorderCall.TASK_TRACER, "runsInLoop", RecorderCall.OF_OBJECT_AND_ID),
    LOOP_TAKES(RecorderCall.TASK_TRACER, "takes", "()V"),
    LOOP_TAKEN(RecorderCall.TASK_TRACER, "taken", "(Ljava/lang/Object;)V"),
    LOOP_ENDS(RecorderCall.TASK_TRACER, "loopEnds", "()V"),
    TASK_RAN(RecorderCall.TASK_TRACER, "ran", RecorderCall.OF_ID),
    TASK_THREW(RecorderCall.TASK_TRACER, "threw", RecorderCall.OF_ID);

    /** The package of the recorder, in internal form. */
    public static final String PACKAGE = "dev/jtracer/bootstrap/";

    private static final String METHOD_TRACER = PACKAGE + "MethodTracer";
    private static final String CALLBACK_TRACER = PACKAGE + "CallbackTracer";
    private static final String TASK_TRACER = PACKAGE + "task/TaskTracer";
    private static final String OF_ID = "(I)V";
    private static final String OF_OBJECT_AND_ID = "(Ljava/lang/Object;I)V";
    private static final String OF_OBJECT_ID_AND_PARAMETER = "(Ljava/lang/Object;II)V";

    private final String owner;
    private final String method;
    private final String descriptor;

    RecorderCall(String owner, String method, String descriptor) {
        this.owner = owner;
        this.method = method;
        this.descriptor = descriptor;
    }

    /** Returns the entry point that takes the place of this one where calls are sampled. */
    public RecorderCall sampled() {
        return switch (this) {
            case ENTER -> SAMPLED_ENTER;
            case EXIT -> SAMPLED_EXIT;
            case EXIT_THROW -> SAMPLED_EXIT_THROW;
            default -> this;
        };
    }

    /** Writes the call. Its arguments are on the operand stack. */
    public void write(MethodVisitor code) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, method, descriptor, false);
    }

    /** Writes the call with an id as its last argument. The arguments before it are on the operand stack. */
    public void write(MethodVisitor code, int id) {
        pushInt(code, id);
        write(code);
    }

    /** Writes the call with an id and a parameter's number as last arguments. The object is on the operand stack. */
    public void write(MethodVisitor code, int id, int parameter) {
        pushInt(code, id);
        pushInt(code, parameter);
        write(code);
    }

    /** Returns whether the number of a parameter is the last argument, after the id. */
    public boolean takesParameter() {
        return descriptor.equals(OF_OBJECT_ID_AND_PARAMETER);
    }

    /** Returns whether a class, in internal form, is the one whose entry points record plain calls. */
    public static boolean recordsCalls(String className) {
        return className.equals(METHOD_TRACER);
    }

    /** Writes the shortest instruction that pushes a number, which is at least -1. */
    static void pushInt(MethodVisitor code, int number) {
        if (number <= 5) {
            code.visitInsn(Opcodes.ICONST_0 + number);
        } else if (number <= Byte.MAX_VALUE) {
            code.visitIntInsn(Opcodes.BIPUSH, number);
        } else if (number <= Short.MAX_VALUE) {
            code.visitIntInsn(Opcodes.SIPUSH, number);
        } else {
            code.visitLdcInsn(number);
        }
    }
}
