// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import jdk.internal.misc.Unsafe;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The calls of {@code java.lang.foreign}, which the compiler for Java 17 does not know, so that their class is made
 * at run time:
 *
 * <pre>
 * Object sharedArena()          { return Arena.ofShared(); }
 * Object automaticArena()       { return Arena.ofAuto(); }
 * Object map(channel, mode, position, bytes, arena)
 *                               { return channel.map(mode, position, bytes, (Arena) arena); }
 * long address(Object segment)  { return ((MemorySegment) segment).address(); }
 * void close(Object arena)      { ((Arena) arena).close(); }
 * </pre>
 */
abstract class SegmentCalls {
    private static final String NAME = "dev/jtracer/agent/memory/SegmentCallsOfJdk";

    private static final String SUPERCLASS = "dev/jtracer/agent/memory/SegmentCalls";
    private static final String SEGMENT = "java/lang/foreign/MemorySegment";
    private static final String ARENA = "java/lang/foreign/Arena";

    static final SegmentCalls INSTANCE = create();

    /** Returns an arena that is closed explicitly. */
    abstract Object sharedArena();

    /** Returns an arena that is closed when its memory is unreachable. */
    abstract Object automaticArena();

    /** Maps a segment of a file until the arena is closed. */
    abstract Object map(FileChannel channel, FileChannel.MapMode mode, long position, long bytes, Object arena)
            throws IOException;

    abstract long address(Object segment);

    abstract void close(Object arena);

    private static SegmentCalls create() {
        byte[] file = classFile();
        Class<?> type = Unsafe.getUnsafe()
                .defineClass(
                        NAME,
                        file,
                        0,
                        file.length,
                        SegmentCalls.class.getClassLoader(),
                        SegmentCalls.class.getProtectionDomain());
        try {
            return (SegmentCalls) Unsafe.getUnsafe().allocateInstance(type);
        } catch (InstantiationException isAbstract) {
            throw new IllegalStateException(isAbstract);
        }
    }

    private static byte[] classFile() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, SUPERCLASS, null);
        writeArena(writer, "sharedArena", "ofShared");
        writeArena(writer, "automaticArena", "ofAuto");
        writeMap(writer);
        writeCall(writer, "address", SEGMENT, "()J", Opcodes.LRETURN);
        writeCall(writer, "close", ARENA, "()V", Opcodes.RETURN);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void writeArena(ClassWriter writer, String name, String factory) {
        MethodVisitor method = writer.visitMethod(0, name, "()Ljava/lang/Object;", null, null);
        method.visitCode();
        method.visitMethodInsn(Opcodes.INVOKESTATIC, ARENA, factory, "()Ljava/lang/foreign/Arena;", true);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(1, 1);
        method.visitEnd();
    }

    private static void writeMap(ClassWriter writer) {
        MethodVisitor method = writer.visitMethod(
                0,
                "map",
                "(Ljava/nio/channels/FileChannel;Ljava/nio/channels/FileChannel$MapMode;JJLjava/lang/Object;)"
                        + "Ljava/lang/Object;",
                null,
                null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ALOAD, 2);
        method.visitVarInsn(Opcodes.LLOAD, 3);
        method.visitVarInsn(Opcodes.LLOAD, 5);
        method.visitVarInsn(Opcodes.ALOAD, 7);
        method.visitTypeInsn(Opcodes.CHECKCAST, ARENA);
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                "java/nio/channels/FileChannel",
                "map",
                "(Ljava/nio/channels/FileChannel$MapMode;JJLjava/lang/foreign/Arena;)Ljava/lang/foreign/MemorySegment;",
                false);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(7, 8);
        method.visitEnd();
    }

    /** Writes a method that calls the one of the same name and result on its argument. */
    private static void writeCall(ClassWriter writer, String name, String type, String descriptor, int returns) {
        MethodVisitor method =
                writer.visitMethod(0, name, descriptor.replace("()", "(Ljava/lang/Object;)"), null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitTypeInsn(Opcodes.CHECKCAST, type);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, type, name, descriptor, true);
        method.visitInsn(returns);
        method.visitMaxs(2, 2);
        method.visitEnd();
    }
}
