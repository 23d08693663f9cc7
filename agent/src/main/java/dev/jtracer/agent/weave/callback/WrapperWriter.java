// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.weave.code.RecorderCall;
import dev.jtracer.bootstrap.lambda.WrapperMaker;
import dev.jtracer.bootstrap.lambda.Wrapping;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The writer of the class files of lambdas' wrappers. A wrapper implements the lambda's interfaces and no other. It
 * forwards calls of the methods that the lambda implements, with a record before and after, and inherits default
 * methods, as the JDK's own lambdas do.
 */
public final class WrapperWriter implements WrapperMaker {
    private static final String WRAPPER_CLASSES = "dev/jtracer/bootstrap/lambda/WrapperClasses";
    private static final String OBJECT = "java/lang/Object";
    private static final String OBJECT_DESCRIPTOR = "Ljava/lang/Object;";
    private static final String LOOKUP_DESCRIPTOR = "Ljava/lang/invoke/MethodHandles$Lookup;";
    private static final String WRAPPED = "wrapped";
    private static final String SITE = "site";
    private static final Object[] THROWABLE = {"java/lang/Throwable"};

    @Override
    public byte[] classFile(MethodHandles.Lookup caller, Wrapping wrapping) {
        return new Writing(caller, wrapping).write();
    }

    private static final class Writing {
        private final ClassWriter writer = new ClassWriter(0);
        private final MethodHandles.Lookup caller;
        private final String name;
        private final Wrapping wrapping;
        private final String wrappedDescriptor;

        Writing(MethodHandles.Lookup caller, Wrapping wrapping) {
            this.caller = caller;
            this.name = WrapperMaker.name(caller.lookupClass());
            this.wrapping = wrapping;
            this.wrappedDescriptor = Type.getDescriptor(wrapping.interfaces()[0]);
        }

        byte[] write() {
            Set<String> interfaces = new LinkedHashSet<>();
            for (Class<?> implemented : wrapping.interfaces()) {
                interfaces.add(Type.getInternalName(implemented));
            }
            writer.visit(
                    Opcodes.V17,
                    Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                    name,
                    null,
                    OBJECT,
                    interfaces.toArray(new String[0]));
            field(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, WRAPPED, wrappedDescriptor);
            field(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, SITE, "I");
            field(Opcodes.ACC_TRANSIENT, WrapperMaker.PASS_FIELD, OBJECT_DESCRIPTOR);
            constructor();
            for (MethodType type : wrapping.types()) {
                forward(type);
            }
            if (wrapping.serializable()) {
                writeReplace();
            }
            if (wrapping.isPerEvaluation()) {
                evaluate();
                equalsMethod();
                hashCodeMethod();
            }
            writer.visitEnd();
            return writer.toByteArray();
        }

        private void field(int access, String field, String descriptor) {
            FieldVisitor visitor = writer.visitField(access | Opcodes.ACC_SYNTHETIC, field, descriptor, null, null);
            visitor.visitEnd();
        }

        /** Pushes the value of a field of this wrapper. */
        private void push(MethodVisitor code, String field, String descriptor) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, name, field, descriptor);
        }

        private MethodVisitor begin(int access, String method, String descriptor) {
            MethodVisitor code = writer.visitMethod(access, method, descriptor, null, null);
            code.visitCode();
            return code;
        }

        private static void end(MethodVisitor code, int maxStack, int maxLocals) {
            code.visitMaxs(maxStack, maxLocals);
            code.visitEnd();
        }

        private void constructor() {
            MethodVisitor code = begin(Opcodes.ACC_PRIVATE, "<init>", "(" + wrappedDescriptor + "I)V");
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitFieldInsn(Opcodes.PUTFIELD, name, WRAPPED, wrappedDescriptor);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ILOAD, 2);
            code.visitFieldInsn(Opcodes.PUTFIELD, name, SITE, "I");
            code.visitInsn(Opcodes.RETURN);
            end(code, 2, 3);
        }

        private void forward(MethodType methodType) {
            String method = wrapping.method();
            Type type = Type.getMethodType(methodType.toMethodDescriptorString());
            Type[] parameters = type.getArgumentTypes();
            // The variable behind this and the parameters; holds the id with which the run was begun.
            int id = (type.getArgumentsAndReturnSizes() >> 2);
            MethodVisitor code = begin(Opcodes.ACC_PUBLIC, method, type.getDescriptor());
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            code.visitTryCatchBlock(start, end, handler, null);
            push(code, WrapperMaker.PASS_FIELD, OBJECT_DESCRIPTOR);
            push(code, SITE, "I");
            RecorderCall.RUN.write(code);
            code.visitVarInsn(Opcodes.ISTORE, id);
            code.visitLabel(start);
            push(code, WRAPPED, wrappedDescriptor);
            int slot = 1;
            for (Type parameter : parameters) {
                code.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), slot);
                slot += parameter.getSize();
            }
            code.visitMethodInsn(Opcodes.INVOKEINTERFACE, owner(methodType), method, type.getDescriptor(), true);
            code.visitLabel(end);
            code.visitVarInsn(Opcodes.ILOAD, id);
            RecorderCall.RAN.write(code);
            code.visitInsn(type.getReturnType().getOpcode(Opcodes.IRETURN));
            code.visitLabel(handler);
            Object[] locals = locals(parameters);
            code.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, THROWABLE);
            code.visitVarInsn(Opcodes.ILOAD, id);
            RecorderCall.THREW.write(code);
            code.visitInsn(Opcodes.ATHROW);
            end(code, Math.max(id, 2) + type.getReturnType().getSize() + 1, id + 1);
        }

        // Uses a lookup instead of Class.getMethods, which loads every class that any method of the interface names.
        private String owner(MethodType type) {
            Class<?>[] interfaces = wrapping.interfaces();
            for (int i = 0; i < interfaces.length && interfaces.length > 1; i++) {
                if (declares(interfaces[i], type)) {
                    return Type.getInternalName(interfaces[i]);
                }
            }
            return Type.getInternalName(interfaces[0]);
        }

        private boolean declares(Class<?> implemented, MethodType type) {
            try {
                caller.findVirtual(implemented, wrapping.method(), type);
                return true;
            } catch (NoSuchMethodException | IllegalAccessException ofAnother) {
                return false;
            }
        }

        private Object[] locals(Type[] parameters) {
            List<Object> locals = new ArrayList<>();
            locals.add(name);
            for (Type parameter : parameters) {
                locals.add(frameType(parameter));
            }
            locals.add(Opcodes.INTEGER);
            return locals.toArray();
        }

        private static Object frameType(Type type) {
            return switch (type.getSort()) {
                case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
                case Type.LONG -> Opcodes.LONG;
                case Type.FLOAT -> Opcodes.FLOAT;
                case Type.DOUBLE -> Opcodes.DOUBLE;
                default -> type.getInternalName();
            };
        }

        /**
         * Writes a method that returns another wrapper of the same lambda while recording is on, else the single
         * instance that it is called on.
         */
        private void evaluate() {
            MethodVisitor code =
                    begin(Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC, WrapperMaker.EVALUATE, "()" + wrappedDescriptor);
            Label start = new Label();
            Label end = new Label();
            Label outOfMemory = new Label();
            Label single = new Label();
            // An evaluation without captures allocates nothing, so the application expects no such error.
            code.visitTryCatchBlock(start, end, outOfMemory, "java/lang/OutOfMemoryError");
            RecorderCall.IS_RECORDING.write(code);
            code.visitJumpInsn(Opcodes.IFEQ, single);
            code.visitLabel(start);
            code.visitTypeInsn(Opcodes.NEW, name);
            code.visitInsn(Opcodes.DUP);
            push(code, WRAPPED, wrappedDescriptor);
            push(code, SITE, "I");
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", "(" + wrappedDescriptor + "I)V", false);
            code.visitInsn(Opcodes.ARETURN);
            code.visitLabel(end);
            code.visitLabel(outOfMemory);
            code.visitFrame(Opcodes.F_FULL, 1, new Object[] {name}, 1, new Object[] {"java/lang/OutOfMemoryError"});
            code.visitInsn(Opcodes.POP);
            code.visitLabel(single);
            code.visitFrame(Opcodes.F_FULL, 1, new Object[] {name}, 0, null);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitInsn(Opcodes.ARETURN);
            end(code, 4, 1);
        }

        /* Sets and lists of listeners then work as with the single instance, also across the begin and end of a
         * recording. */
        private void equalsMethod() {
            MethodVisitor code = begin(Opcodes.ACC_PUBLIC, "equals", "(" + OBJECT_DESCRIPTOR + ")Z");
            Label different = new Label();
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitTypeInsn(Opcodes.INSTANCEOF, name);
            code.visitJumpInsn(Opcodes.IFEQ, different);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitTypeInsn(Opcodes.CHECKCAST, name);
            code.visitFieldInsn(Opcodes.GETFIELD, name, WRAPPED, wrappedDescriptor);
            push(code, WRAPPED, wrappedDescriptor);
            code.visitJumpInsn(Opcodes.IF_ACMPNE, different);
            code.visitInsn(Opcodes.ICONST_1);
            code.visitInsn(Opcodes.IRETURN);
            code.visitLabel(different);
            code.visitFrame(Opcodes.F_FULL, 2, new Object[] {name, OBJECT}, 0, null);
            code.visitInsn(Opcodes.ICONST_0);
            code.visitInsn(Opcodes.IRETURN);
            end(code, 2, 2);
        }

        private void hashCodeMethod() {
            MethodVisitor code = begin(Opcodes.ACC_PUBLIC, "hashCode", "()I");
            push(code, WRAPPED, wrappedDescriptor);
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "java/lang/System",
                    "identityHashCode",
                    "(" + OBJECT_DESCRIPTOR + ")I",
                    false);
            code.visitInsn(Opcodes.IRETURN);
            end(code, 1, 1);
        }

        private void writeReplace() {
            MethodVisitor code =
                    begin(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "writeReplace", "()" + OBJECT_DESCRIPTOR);
            code.visitLdcInsn(new ConstantDynamic(
                    "_",
                    LOOKUP_DESCRIPTOR,
                    new Handle(
                            Opcodes.H_INVOKESTATIC,
                            "java/lang/invoke/MethodHandles",
                            "classData",
                            "(" + LOOKUP_DESCRIPTOR + "Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;",
                            false)));
            push(code, WRAPPED, wrappedDescriptor);
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    WRAPPER_CLASSES,
                    "serialForm",
                    "(" + LOOKUP_DESCRIPTOR + OBJECT_DESCRIPTOR + ")" + OBJECT_DESCRIPTOR,
                    false);
            code.visitInsn(Opcodes.ARETURN);
            end(code, 2, 1);
        }
    }
}
