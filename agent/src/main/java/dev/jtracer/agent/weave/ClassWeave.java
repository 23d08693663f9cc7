// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.callback.CallSiteWeave;
import dev.jtracer.agent.weave.callback.CallbackScan;
import dev.jtracer.agent.weave.callback.CallbackScope;
import dev.jtracer.agent.weave.callback.LambdaWeave;
import dev.jtracer.agent.weave.code.HandlerRange;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** A visitor that adds the recorder's calls to some methods of a class, and copies all else byte by byte. */
final class ClassWeave extends ClassVisitor {
    private final Additions additions;
    private final boolean frames;
    private final String className;
    private int methods;
    private int nextPlan;

    private ClassWeave(ClassVisitor next, ClassReader reader, Additions additions) {
        super(Opcodes.ASM9, next);
        this.frames = HandlerRange.hasFrames(reader);
        this.className = reader.getClassName().replace('/', '.');
        this.additions = additions;
    }

    /**
     * The additions to a class.
     *
     * @param plans the methods to weave, in the order of the class file; a modifiable list
     * @param loader whether the class is a class loader that must find the recorder
     * @param scan what was read about the class
     * @param callbacks null leaves callbacks alone
     * @param skipped ordinals of the methods whose code must not grow: only the linkage of their lambdas changes
     * @param isSampled whether only some of the root calls are recorded
     * @param dropped the methods that announce no pass sites because they would be too long, each with its excess
     */
    record Additions(
            List<MethodPlan> plans,
            boolean loader,
            ClassScan scan,
            @Nullable CallbackScope callbacks,
            boolean isSampled,
            BitSet skipped,
            Map<MethodScan, String> dropped) {
        /** Skips a method from now on. Returns false if it was skipped already. */
        boolean skip(MethodScan method) {
            boolean isNew = !skipped.get(method.ordinal);
            skipped.set(method.ordinal);
            return isNew;
        }

        /**
         * Announces no pass sites in a method from now on. Returns false if the method announces none, or if nothing
         * else is added to it.
         */
        boolean dropAnnouncements(MethodScan method, String excess) {
            for (int i = 0; i < plans.size(); i++) {
                MethodPlan plan = plans.get(i);
                if (plan.method == method
                        && plan.announces
                        && (plan.isRecorded || plan.isCallbackBody || plan.passes)) {
                    plan.announces = false;
                    dropped.put(method, excess);
                    return true;
                }
            }
            return false;
        }

        boolean skips(int ordinal) {
            return skipped.get(ordinal);
        }
    }

    static byte[] apply(ClassReader reader, Additions additions) {
        // Copies the reader's constant pool, and with it every method that is not touched.
        ClassWriter writer = new ClassWriter(reader, 0) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                throw new IllegalStateException("weaving must not look at classes: " + one + ", " + other);
            }
        };
        reader.accept(new ClassWeave(writer, reader, additions), 0);
        return writer.toByteArray();
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        int ordinal = methods++;
        // Nearest to the writer, so that its code comes first: finding the recorder is never itself traced.
        if (additions.loader() && LoaderWeave.isLoadClass(access, name, descriptor)) {
            method = new LoaderWeave(method, frames);
        }
        CallbackScope scope = additions.callbacks();
        CallbackScan callbackScan = scope == null ? null : additions.scan().callbackScan(ordinal);
        String sourceMethod = additions.scan().lambdaNames().enclosingMethod(name);
        if (scope != null && callbackScan != null && callbackScan.makesLambdas()) {
            method = new LambdaWeave(method, scope, className, sourceMethod, callbackScan.lambdaArguments());
        }
        if (additions.skips(ordinal)) {
            return method;
        }
        MethodPlan plan = plan(ordinal);
        // Nearer to the writer than MethodWeave: a constructor's record begins after the call of super, and the code
        // around that call, which may receive callbacks, must end before.
        // Only the method's own handler ends what an exception leaves announced.
        boolean announces = plan != null && plan.announces;
        if (scope != null && callbackScan != null && (callbackScan.passes() || announces)) {
            int frameId = plan == null || !plan.opens() ? 0 : plan.id;
            int superCall = plan == null ? 0 : plan.method.superCall();
            method = new CallSiteWeave(
                    method,
                    scope,
                    className,
                    sourceMethod,
                    callbackScan.variables(),
                    frameId,
                    announces,
                    superCall,
                    frames);
        }
        return plan == null ? method : new MethodWeave(method, frames, plan, additions.isSampled());
    }

    private @Nullable MethodPlan plan(int ordinal) {
        List<MethodPlan> plans = additions.plans();
        while (nextPlan < plans.size() && plans.get(nextPlan).method.ordinal < ordinal) {
            nextPlan++;
        }
        boolean isPlanned = nextPlan < plans.size() && plans.get(nextPlan).method.ordinal == ordinal;
        return isPlanned ? plans.get(nextPlan) : null;
    }
}
