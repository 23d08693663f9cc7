// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a type in its class file, without its code. Names are internal; methods are name and descriptor.
 *
 * @param superName the super class; null for Object only
 * @param abstractMethods the abstract methods that an interface declares; not read for a class
 * @param implementedMethods the default methods of an interface
 * @param functional whether it is an interface that is annotated as one of callbacks, {@link FunctionalInterface}
 */
record TypeHeader(
        boolean isInterface,
        @Nullable String superName,
        List<String> interfaces,
        List<String> abstractMethods,
        List<String> implementedMethods,
        boolean functional) {
    static TypeHeader read(ClassReader reader) {
        List<String> interfaces = List.of(reader.getInterfaces());
        if ((reader.getAccess() & Opcodes.ACC_INTERFACE) == 0) {
            return new TypeHeader(false, reader.getSuperName(), interfaces, List.of(), List.of(), false);
        }
        Methods methods = new Methods();
        reader.accept(methods, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new TypeHeader(
                true,
                reader.getSuperName(),
                interfaces,
                methods.abstractOnes,
                methods.implementedOnes,
                methods.functional);
    }

    /** Returns whether the methods that a type declares have a body, by their names and descriptors. */
    static Map<String, Boolean> methods(ClassReader reader) {
        Methods methods = new Methods();
        reader.accept(methods, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        methods.implementedOnes.addAll(methods.staticOnes);
        Map<String, Boolean> haveBodies = new HashMap<>();
        for (String method : methods.implementedOnes) {
            haveBodies.put(method, true);
        }
        for (String method : methods.abstractOnes) {
            haveBodies.put(method, false);
        }
        return haveBodies;
    }

    private static final class Methods extends ClassVisitor {
        private final List<String> abstractOnes = new ArrayList<>(0);
        private final List<String> implementedOnes = new ArrayList<>(0);
        private final List<String> staticOnes = new ArrayList<>(0);
        private boolean functional;

        Methods() {
            super(Opcodes.ASM9);
        }

        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            functional |= descriptor.equals("Ljava/lang/FunctionalInterface;");
            return null;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            boolean isAbstract = (access & Opcodes.ACC_ABSTRACT) != 0;
            (isStatic ? staticOnes : isAbstract ? abstractOnes : implementedOnes).add(name.concat(descriptor));
            return null;
        }
    }
}
