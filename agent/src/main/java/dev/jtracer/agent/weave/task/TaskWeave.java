// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.task;

import dev.jtracer.agent.weave.code.HandlerRange;
import dev.jtracer.agent.weave.code.RecorderCall;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that writes an executor with the recorder's calls where it receives a task, and around the call that runs
 * one:
 *
 * <pre>{@code
 * TaskTracer.runsInLoop(task, 7);
 * try {
 *     task.run();
 *     TaskTracer.ran(7);
 *     afterExecute(task, null);
 * } catch (Throwable failure) {
 *     TaskTracer.threw(7);
 *     afterExecute(task, failure);
 *     throw failure;
 * }
 * }</pre>
 */
public final class TaskWeave extends ClassVisitor {
    /* In the JDK's classes static calls in straight code: the stack is as before after each, and no frame or handler
     * is added. */
    private final TaskClass type;
    private final int[] ids;
    private final boolean frames;
    private boolean hasEntry;
    private int runParts;

    private TaskWeave(ClassVisitor next, boolean frames, TaskClass type, int[] ids) {
        super(Opcodes.ASM9, next);
        this.frames = frames;
        this.type = type;
        this.ids = ids;
        this.hasEntry = type.entries.isEmpty();
    }

    /** Returns the woven class with the ids of its {@link TaskClass#displayedNames}; null if it lacks a method. */
    public static byte @Nullable [] apply(byte[] classFile, TaskClass type, int[] ids) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        TaskWeave weave = new TaskWeave(writer, HandlerRange.hasFrames(reader), type, ids);
        reader.accept(weave, 0);
        return weave.isComplete() ? writer.toByteArray() : null;
    }

    /** Loads the classes that weaving needs, by weaving a class that is never defined. Returns whether it worked. */
    public static boolean warmUp() {
        return apply(sample(), TaskClass.THREAD_POOL, new int[] {1}) != null;
    }

    /** Returns the class file of a pool that receives a task and runs one, like {@link TaskClass#THREAD_POOL}. */
    private static byte[] sample() {
        String name = "warmup/Sample";
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        writeMethod(writer, "execute", "(Ljava/lang/Runnable;)V", Opcodes.NOP, Opcodes.RETURN);
        MethodVisitor running = writer.visitMethod(0, "runWorker", "(Ljava/lang/Runnable;)V", null, null);
        running.visitCode();
        running.visitVarInsn(Opcodes.ALOAD, 1);
        running.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/lang/Runnable", "run", "()V", true);
        for (int i = 0; i < 2; i++) {
            running.visitVarInsn(Opcodes.ALOAD, 0);
            running.visitMethodInsn(Opcodes.INVOKEVIRTUAL, name, "afterExecute", "()V", false);
        }
        running.visitInsn(Opcodes.RETURN);
        running.visitMaxs(1, 2);
        running.visitEnd();
        writeMethod(writer, TaskClass.Runner.TAKE, "()Ljava/lang/Runnable;", Opcodes.ACONST_NULL, Opcodes.ARETURN);
        writeMethod(
                writer,
                TaskClass.Runner.PREPARE,
                "(Ljava/lang/Thread;Ljava/lang/Runnable;)V",
                Opcodes.NOP,
                Opcodes.RETURN);
        writeMethod(writer, TaskClass.Runner.END, "()V", Opcodes.NOP, Opcodes.RETURN);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void writeMethod(ClassWriter writer, String name, String descriptor, int pushes, int returns) {
        MethodVisitor method = writer.visitMethod(0, name, descriptor, null, null);
        method.visitCode();
        method.visitInsn(pushes);
        method.visitInsn(returns);
        method.visitMaxs(1, 3);
        method.visitEnd();
    }

    private boolean isComplete() {
        return hasEntry && runParts >= (type.run == null ? 0 : type.run.parts());
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        for (int i = 0; i < type.entries.size(); i++) {
            TaskClass.Entry entry = type.entries.get(i);
            if (entry.method().equals(name) && entry.descriptor().equals(descriptor)) {
                hasEntry = true;
                return new Submitting(method, entry, ids[i]);
            }
        }
        TaskClass.Run run = type.run;
        if (run == null) {
            return method;
        }
        RecorderCall first = run.isLoop() ? callOfLoop(name) : null;
        if (first != null) {
            runParts++;
            return new Taking(method, first);
        }
        return run.isMethod(name, descriptor) ? new Running(method, run) : method;
    }

    /** Returns the entry point that a method calls first if a loop calls that method; null for any other method. */
    private static @Nullable RecorderCall callOfLoop(String method) {
        return switch (method) {
            case TaskClass.Runner.TAKE -> RecorderCall.LOOP_TAKES;
            case TaskClass.Runner.PREPARE -> RecorderCall.LOOP_TAKEN;
            case TaskClass.Runner.END -> RecorderCall.LOOP_ENDS;
            default -> null;
        };
    }

    /** A visitor for a method that a loop calls, also one that a thread began before the weaving. */
    private static final class Taking extends MethodVisitor {
        private static final int TASK = 2;

        private final RecorderCall first;

        Taking(MethodVisitor next, RecorderCall first) {
            super(Opcodes.ASM9, next);
            this.first = first;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (first == RecorderCall.LOOP_TAKEN) {
                super.visitVarInsn(Opcodes.ALOAD, TASK);
            }
            first.write(mv);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.ARETURN) {
                super.visitInsn(Opcodes.DUP);
                RecorderCall.LOOP_TAKEN.write(mv);
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 1, maxLocals);
        }
    }

    private static final class Submitting extends MethodVisitor {
        private final TaskClass.Entry entry;
        private final int nameId;

        Submitting(MethodVisitor next, TaskClass.Entry entry, int nameId) {
            super(Opcodes.ASM9, next);
            this.entry = entry;
            this.nameId = nameId;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            RecorderCall call = RecorderCall.TASK_SUBMITTED;
            if (entry.kind() == TaskClass.Kind.OF_POOL) {
                call = RecorderCall.TASK_SUBMITTED_TO_POOL;
                super.visitVarInsn(Opcodes.ALOAD, 0);
            } else if (entry.kind() == TaskClass.Kind.COPYING) {
                call = RecorderCall.TASK_DISPATCHED;
            } else if (entry.kind() == TaskClass.Kind.WAITING) {
                call = RecorderCall.TASK_WAITS;
            }
            super.visitVarInsn(Opcodes.ALOAD, entry.variable());
            call.write(mv, nameId);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(Math.max(maxStack, 3), maxLocals);
        }
    }

    /**
     * A visitor for a method that runs a task. One class for all kinds, since each class takes time at the start: a
     * call in the method is the run; or the method of a library as a whole, with a handler; or a call again, with a
     * handler for what the method does not catch.
     */
    private final class Running extends MethodVisitor {
        private final TaskClass.Run run;
        private final @Nullable HandlerRange body;
        private int failingCalls;

        Running(MethodVisitor next, TaskClass.Run run) {
            super(Opcodes.ASM9, next);
            this.run = run;
            this.body = run.needsHandler() ? new HandlerRange(next, frames) : null;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (run.isWholeMethod()) {
                begin();
            }
            if (body != null) {
                body.begin();
            }
        }

        private void begin() {
            runParts++;
            if (run.variable() == TaskClass.Run.ON_STACK) {
                super.visitInsn(Opcodes.DUP);
            } else if (run.variable() == TaskClass.Run.NO_TASK) {
                super.visitLdcInsn(Type.getObjectType(type.className)); // an object that nothing passes
            } else {
                super.visitVarInsn(Opcodes.ALOAD, run.variable());
            }
            if (run.field() != null) {
                super.visitFieldInsn(Opcodes.GETFIELD, type.className, run.field(), "Ljava/lang/Runnable;");
            }
            (run.isLoop() ? RecorderCall.TASK_RUNS_IN_LOOP : RecorderCall.TASK_RUNS).write(mv, ids[0]);
        }

        @Override
        public void visitInsn(int opcode) {
            if (body == null || !run.isWholeMethod() || opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
                super.visitInsn(opcode);
                return;
            }
            body.end();
            RecorderCall.TASK_RAN.write(mv, ids[0]);
            super.visitInsn(opcode);
            body.begin();
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean runs = run.isCall(opcode, owner, name);
            if (runs) {
                begin();
            }
            if (name.equals(run.failing()) && ++failingCalls == run.failingCall()) {
                runParts++;
                RecorderCall.TASK_THREW.write(mv, ids[0]);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals(run.last()) && (runs || !name.equals(run.called()))) {
                runParts++;
                RecorderCall.TASK_RAN.write(mv, ids[0]);
            }
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            if (body != null) {
                Label handler = body.beginHandler();
                RecorderCall.TASK_THREW.write(mv, ids[0]);
                body.endHandler(handler);
            }
            super.visitMaxs(maxStack + 2, maxLocals);
        }
    }
}
