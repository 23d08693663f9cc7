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
    private final Additions additions;
    private int version;
    private String className = "";
    private int methods;
    private int nextTarget;

    private ClassWeave(ClassVisitor next, Additions additions) {
        super(Opcodes.ASM9, next);
        this.additions = additions;
    }

    /**
     * What a class is to get.
     *
     * @param targets the methods to weave, in the order of the class file
     * @param loader whether the class is a class loader that must find the recorder
     * @param lambdas numbers the places where lambdas are made; null leaves lambdas as they are
     */
    record Additions(
            List<MethodScan> targets,
            boolean loader,
            @Nullable MethodTable lambdas) {}

    static byte[] apply(ClassReader reader, Additions additions) {
        // The reader's constant pool is taken over, and with it every method that is not touched.
        ClassWriter writer = new ClassWriter(reader, 0) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                throw new IllegalStateException("weaving must not look at classes: " + one + ", " + other);
            }
        };
        reader.accept(new ClassWeave(writer, additions), 0);
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
        this.className = name.replace('/', '.');
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        int ordinal = methods++;
        // Nearest to the writer, so that its code stands first: finding the recorder is never itself traced.
        if (additions.loader() && LoaderWeave.isLoadClass(access, name, descriptor)) {
            method = new LoaderWeave(method, version);
        }
        MethodTable lambdas = additions.lambdas();
        if (lambdas != null && (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
            method = new LambdaWeave(method, lambdas, className, name);
        }
        List<MethodScan> targets = additions.targets();
        if (nextTarget < targets.size() && targets.get(nextTarget).ordinal == ordinal) {
            MethodScan target = targets.get(nextTarget);
            nextTarget++;
            if (target.id != 0) {
                method = new MethodWeave(method, version, target.id, target.superCall(), target.callbacks);
            }
        }
        return method;
    }
}
