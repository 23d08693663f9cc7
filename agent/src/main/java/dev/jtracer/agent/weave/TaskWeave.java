// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.code.RecorderCall;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that writes one of the JDK's executors with the recorder's calls where it is given a task, and around the call that runs
 * one:
 *
 * <pre>{@code
 * TaskTracer.runs(task, 7);
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
final class TaskWeave extends ClassVisitor {
    /* Static calls in straight code: the stack is as before after each, and no frame or handler is added. */
    private final TaskClass type;
    private final int[] ids;
    private boolean isGiven;
    private int runParts;

    private TaskWeave(ClassVisitor next, TaskClass type, int[] ids) {
        super(Opcodes.ASM9, next);
        this.type = type;
        this.ids = ids;
    }

    /**
     * Returns the woven class; null if this JDK's class lacks one of the methods.
     *
     * @param ids ids of {@link TaskClass#displayedNames}
     */
    static byte @Nullable [] apply(byte[] classFile, TaskClass type, int[] ids) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        TaskWeave weave = new TaskWeave(writer, type, ids);
        reader.accept(weave, 0);
        return weave.isComplete() ? writer.toByteArray() : null;
    }

    private boolean isComplete() {
        return isGiven && runParts == (type.run == null ? 0 : 2);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        for (int i = 0; i < ids.length; i++) {
            TaskClass.Entry entry = type.entries.get(i);
            if (entry.method().equals(name) && entry.descriptor().equals(descriptor)) {
                isGiven = true;
                return new Giving(method, entry, ids[i]);
            }
        }
        TaskClass.Run run = type.run;
        return run != null && run.method().equals(name) ? new Running(method, run) : method;
    }

    /** A visitor for a method that is given a task. */
    private static final class Giving extends MethodVisitor {
        private final TaskClass.Entry entry;
        private final int nameId;

        Giving(MethodVisitor next, TaskClass.Entry entry, int nameId) {
            super(Opcodes.ASM9, next);
            this.entry = entry;
            this.nameId = nameId;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (entry.isOfPool()) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
            }
            super.visitVarInsn(Opcodes.ALOAD, entry.variable());
            (entry.isOfPool() ? RecorderCall.TASK_SUBMITTED : RecorderCall.TASK_HANDED).write(mv, nameId);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(Math.max(maxStack, 3), maxLocals);
        }
    }

    /** A visitor for the method that runs a task. */
    private final class Running extends MethodVisitor {
        private final TaskClass.Run run;
        private int failingCalls;

        Running(MethodVisitor next, TaskClass.Run run) {
            super(Opcodes.ASM9, next);
            this.run = run;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (run.isCall(opcode, owner, name)) {
                runParts++;
                super.visitInsn(Opcodes.DUP);
                RecorderCall.TASK_RUNS.write(mv, ids[0]);
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                RecorderCall.TASK_RAN.write(mv, ids[0]);
                return;
            }
            if (name.equals(run.failing()) && ++failingCalls == run.failingCall()) {
                runParts++;
                RecorderCall.TASK_THREW.write(mv, ids[0]);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 2, maxLocals);
        }
    }
}
