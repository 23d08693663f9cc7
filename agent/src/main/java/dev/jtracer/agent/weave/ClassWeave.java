// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** Writes a class anew with the recorder's calls in some of its methods; all else is copied byte by byte. */
final class ClassWeave extends ClassVisitor {
    private final List<MethodScan> targets;
    private final int[] ids;
    private final boolean loader;
    private int version;
    private int methods;
    private int nextTarget;

    private ClassWeave(ClassVisitor next, List<MethodScan> targets, int[] ids, boolean loader) {
        super(Opcodes.ASM9, next);
        this.targets = targets;
        this.ids = ids;
        this.loader = loader;
    }

    /**
     * @param targets the methods to weave, in the order of the class file
     * @param ids their ids; 0 leaves a method as it is
     * @param loader whether the class is a class loader that must find the recorder
     */
    static byte[] apply(ClassReader reader, List<MethodScan> targets, int[] ids, boolean loader) {
        // The reader's constant pool is taken over, and with it every method that is not touched.
        ClassWriter writer = new ClassWriter(reader, 0) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                throw new IllegalStateException("weaving must not look at classes: " + one + ", " + other);
            }
        };
        reader.accept(new ClassWeave(writer, targets, ids, loader), 0);
        return writer.toByteArray();
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String superName,
            String @Nullable [] interfaces) {
        this.version = version;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        int ordinal = methods++;
        // Nearest to the writer, so that its code stands first: finding the recorder is never itself traced.
        if (loader && LoaderWeave.isLoadClass(access, name, descriptor)) {
            method = new LoaderWeave(method, version);
        }
        if (nextTarget < targets.size() && targets.get(nextTarget).ordinal == ordinal) {
            int id = ids[nextTarget];
            int superCall = targets.get(nextTarget).superCall();
            nextTarget++;
            if (id != 0) {
                method = new MethodWeave(method, version, id, superCall);
            }
        }
        return method;
    }
}
