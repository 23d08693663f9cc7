// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** The names of the parameters of a class's methods, as far as debug information or parameter tables have them. */
public final class ParameterNames extends ClassVisitor {
    private final Map<String, @Nullable String[]> names = new HashMap<>();

    private ParameterNames() {
        super(Opcodes.ASM9);
    }

    public static ParameterNames of(ClassReader reader) {
        ParameterNames names = new ParameterNames();
        reader.accept(names, ClassReader.SKIP_FRAMES);
        return names;
    }

    /** Returns the names of a method's parameters, null where unknown. */
    public @Nullable String[] of(String method, String descriptor) {
        @Nullable String[] found = names.get(method.concat(descriptor));
        return found == null ? new String[Type.getArgumentTypes(descriptor).length] : found;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        Type[] types = Type.getArgumentTypes(descriptor);
        @Nullable String[] found = new String[types.length];
        names.put(name.concat(descriptor), found);
        int firstSlot = (access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        return new MethodVisitor(Opcodes.ASM9) {
            private int next;
            private @Nullable Label first;

            @Override
            public void visitLabel(Label label) {
                first = first == null ? label : first;
            }

            @Override
            public void visitParameter(@Nullable String parameter, int parameterAccess) {
                if (parameter != null && next < found.length) {
                    found[next] = parameter;
                }
                next++;
            }

            @Override
            public void visitLocalVariable(
                    String variable, String type, @Nullable String generic, Label start, Label end, int slot) {
                int at = firstSlot;
                for (int i = 0; i < types.length; i++) {
                    // A parameter's variable begins with the method; a later one may use its slot again.
                    if (at == slot && start == first && found[i] == null) {
                        found[i] = variable;
                    }
                    at += types[i].getSize();
                }
            }
        };
    }
}
