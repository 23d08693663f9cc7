// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.MethodFilter.Coverage;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** Reads a class before it is woven and picks the methods. */
final class ClassScan extends ClassVisitor {
    private static final int LEFT_OUT = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE;

    private final MethodFilter filter;
    private final WeaveSettings settings;
    private final Coverage coverage;
    private final List<MethodScan> scans = new ArrayList<>();
    private String className = "";
    private @Nullable String superName;
    private int methods;
    private boolean declaresLoadClass;
    private boolean makesLambdas;

    ClassScan(MethodFilter filter, WeaveSettings settings, Coverage coverage) {
        super(Opcodes.ASM9);
        this.filter = filter;
        this.settings = settings;
        this.coverage = coverage;
    }

    /** The included methods that are worth a record and not woven yet. */
    List<MethodScan> picked() {
        List<MethodScan> picked = new ArrayList<>(scans.size());
        for (int i = 0; i < scans.size(); i++) {
            MethodScan scan = scans.get(i);
            if (!scan.isWoven() && (settings.accessors() || !scan.isTrivial())) {
                picked.add(scan);
            }
        }
        return picked;
    }

    /** Whether the class makes lambdas that are to be wrapped. */
    boolean makesLambdas() {
        return makesLambdas;
    }

    /** Whether the class says itself how classes are found, should it be a class loader. */
    boolean declaresLoadClass() {
        return declaresLoadClass;
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String superName,
            String @Nullable [] interfaces) {
        this.className = name;
        this.superName = superName;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        int ordinal = methods++;
        declaresLoadClass |= LoaderWeave.isLoadClass(access, name, descriptor);
        if (!mayBePicked(access, name)) {
            return settings.callbacks() && coverage != Coverage.NONE ? new LambdaScan() : null;
        }
        MethodScan scan =
                new MethodScan(ordinal, (access & Opcodes.ACC_STATIC) != 0, className, superName, name, descriptor) {
                    @Override
                    public void visitInvokeDynamicInsn(
                            String called, String type, Handle bootstrap, Object... arguments) {
                        super.visitInvokeDynamicInsn(called, type, bootstrap, arguments);
                        makesLambdas |= settings.callbacks() && LambdaWeave.makesLambda(bootstrap, arguments);
                    }
                };
        scans.add(scan);
        return scan;
    }

    private boolean mayBePicked(int access, String name) {
        if ((access & LEFT_OUT) != 0) {
            return false;
        }
        // Synthetic methods are the compiler's own, except the bodies of lambdas. $jacocoInit is not always marked so.
        if ((access & Opcodes.ACC_SYNTHETIC) != 0 && (!LambdaNames.isBody(name) || settings.callbacks())) {
            return false;
        }
        if (name.equals("$jacocoInit") || (name.equals("<clinit>") && !settings.clinit())) {
            return false;
        }
        return switch (coverage) {
            case NONE -> false;
            case SOME -> filter.includes(className, name);
            case ALL -> true;
        };
    }

    private final class LambdaScan extends MethodVisitor {
        LambdaScan() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            makesLambdas |= LambdaWeave.makesLambda(bootstrap, arguments);
        }
    }
}
