// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** Reads the clock at the start of each method and before each return. */
final class FloorWeaver extends ClassVisitor {
    /*
     * The readings are dropped at once: threads share nothing, which would raise the floor of two threads. The JIT
     * compiler keeps them, because a clock reading is a call with a side effect.
     */
    private final Set<String> trivial;

    private FloorWeaver(ClassWriter writer, Set<String> trivial) {
        super(Opcodes.ASM9, writer);
        this.trivial = trivial;
    }

    static byte[] weave(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        TrivialMethods methods = new TrivialMethods();
        reader.accept(methods, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        // Locals do not change, nor does the stack at any label, so the frames stay as they are.
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new FloorWeaver(writer, methods.trivial), 0);
        return writer.toByteArray();
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        boolean traced = tracedByDefault(access, name) && !trivial.contains(name + descriptor);
        return traced && method != null ? new ClockReadings(method) : method;
    }

    /* The methods that jtracer weaves by default: otherwise the ratio would compare two different things. */
    private static boolean tracedByDefault(int access, String name) {
        boolean hidden = (access & Opcodes.ACC_SYNTHETIC) != 0 && !name.startsWith("lambda$");
        return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE)) == 0
                && !hidden
                && !name.equals("<clinit>");
    }

    private static final class ClockReadings extends MethodVisitor {
        private static final int LONG_SLOTS = 2;

        ClockReadings(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            readClock();
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                readClock();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + LONG_SLOTS, maxLocals);
        }

        private void readClock() {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
            super.visitInsn(Opcodes.POP2);
        }
    }

    /** Finds the methods that jtracer skips as too small. */
    private static final class TrivialMethods extends ClassVisitor {
        final Set<String> trivial = new HashSet<>();

        TrivialMethods() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return new MethodSize() {
                @Override
                public void visitEnd() {
                    if (isTrivial()) {
                        trivial.add(name + descriptor);
                    }
                }
            };
        }
    }
}
