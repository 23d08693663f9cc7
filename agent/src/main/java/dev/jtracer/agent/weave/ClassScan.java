// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.filter.MethodFilter.Coverage;
import dev.jtracer.agent.weave.callback.CallbackScan;
import dev.jtracer.agent.weave.callback.CallbackScope;
import dev.jtracer.agent.weave.callback.CallbackTypes;
import dev.jtracer.agent.weave.callback.LambdaNames;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** A visitor that reads a class before it is woven, and picks the methods to weave. */
final class ClassScan extends ClassVisitor {
    private static final int SKIPPED = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE;

    private final MethodFilter filter;
    private final WeaveSettings settings;
    private final Coverage coverage;
    private final LambdaNames lambdaNames;
    private final @Nullable ProxyMethods proxyMethods;
    private final List<MethodScan> scans = new ArrayList<>();

    /** Ordinals of the methods whose calls are recorded. */
    private final BitSet recorded = new BitSet();

    /** Ordinals of the methods through which objects of the class are called back. */
    private final BitSet callbackBodies = new BitSet();

    private String className = "";
    private @Nullable String superName;
    private List<String> interfaces = List.of();
    private int methods;
    private boolean declaresLoadClass;
    private final @Nullable CallbackScope callbacks;
    private final List<@Nullable CallbackScan> callbackScans = new ArrayList<>();
    private final Set<String> wrappedBodies = new HashSet<>(0);
    private Set<String> functionalMethods = Set.of();

    /** The functional methods that have bridges, and the methods, name and descriptor, that the bridges call. */
    private final Set<String> bridged = new HashSet<>(0);

    /**
     * @param proxyMethods the methods to pick from a class of proxies; null if it is no such class
     * @param callbacks null to leave callbacks alone
     */
    ClassScan(
            MethodFilter filter,
            WeaveSettings settings,
            Coverage coverage,
            LambdaNames lambdaNames,
            @Nullable ProxyMethods proxyMethods,
            @Nullable CallbackScope callbacks) {
        super(Opcodes.ASM9);
        this.lambdaNames = lambdaNames;
        this.proxyMethods = proxyMethods;
        this.callbacks = callbacks;
        this.filter = filter;
        this.settings = settings;
        this.coverage = coverage;
    }

    /** Returns the included methods that are not woven yet and are worth a record or pass callbacks. */
    List<MethodPlan> picked() {
        List<MethodPlan> picked = new ArrayList<>(scans.size());
        for (int i = 0; i < scans.size(); i++) {
            MethodScan scan = scans.get(i);
            MethodPlan plan = new MethodPlan(
                    scan,
                    typeName(scan),
                    recorded.get(scan.ordinal),
                    callbackBodies.get(scan.ordinal),
                    callbackScans.get(scan.ordinal));
            if (!scan.isWoven() && isWorthWhile(plan)) {
                picked.add(plan);
            }
        }
        return picked;
    }

    private String typeName(MethodScan method) {
        String type = proxyMethods == null ? null : proxyMethods.interfaceOf(method.name, method.descriptor);
        return (type == null ? className : type).replace('/', '.');
    }

    private boolean isWorthWhile(MethodPlan plan) {
        if (plan.isRecorded || plan.isCallbackBody) {
            return settings.accessors() || !plan.method.isTrivial() || receivesCallback(plan.method);
        }
        return plan.passes || plan.announces;
    }

    /** Returns whether a method takes a callback. Even an accessor is woven then: it may set a handler. */
    private boolean receivesCallback(MethodScan method) {
        return callbacks != null
                && callbacks.recordsPasses()
                && callbacks.sites().receivesCallback(callbacks.loader(), method.descriptor);
    }

    boolean hasCallbacks() {
        for (CallbackScan callbackScan : callbackScans) {
            if (callbackScan != null
                    && (callbackScan.makesLambdas() || callbackScan.passes() || callbackScan.announces())) {
                return true;
            }
        }
        return false;
    }

    /** Returns what a method does with callbacks, by the method's ordinal; null if its callbacks are left alone. */
    @Nullable
    CallbackScan callbackScan(int ordinal) {
        return callbackScans.get(ordinal);
    }

    /** Returns all methods that were read, picked or not. */
    List<MethodScan> methods() {
        return scans;
    }

    LambdaNames lambdaNames() {
        return lambdaNames;
    }

    /** Returns whether the class, should it be a class loader, overrides how classes are found. */
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
        this.interfaces = interfaces == null ? List.of() : List.of(interfaces);
        // A proxy passes itself to its handler at each call, which is no pass of a callback.
        if (callbacks != null && settings.callbacks() == CallbackPolicy.ALL && proxyMethods == null) {
            functionalMethods =
                    callbacks.types().functionalMethods(callbacks.loader(), name, superName, this.interfaces);
        }
    }

    private boolean isCallbackBody(int access, String name, String descriptor) {
        return (access & (Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC)) == 0
                && (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0
                && functionalMethods.contains(CallbackTypes.method(name, descriptor));
    }

    private boolean mayHaveCallbacks(int access, String name) {
        return callbacks != null
                && proxyMethods == null
                && (access & SKIPPED) == 0
                && (coverage == Coverage.ALL
                        || !callbacks.recordsPasses()
                        || filter.includes(className, lambdaNames.enclosingMethod(name)));
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        int ordinal = methods++;
        declaresLoadClass |= LoaderWeave.isLoadClass(access, name, descriptor);
        boolean isRecorded = mayBePicked(access, name, descriptor);
        CallbackScope scope = mayHaveCallbacks(access, name) ? callbacks : null;
        if (!isRecorded && scope == null) {
            callbackScans.add(null);
            if ((access & Opcodes.ACC_BRIDGE) != 0 && !functionalMethods.isEmpty()) {
                String method = CallbackTypes.method(name, descriptor);
                return functionalMethods.contains(method) ? new BridgeScan(method, bridged) : null;
            }
            return null;
        }
        MethodScan scan =
                new MethodScan(ordinal, (access & Opcodes.ACC_STATIC) != 0, className, superName, name, descriptor);
        recorded.set(ordinal, isRecorded);
        boolean mayBeCallbackBody = isRecorded || (scope != null && !scope.recordsPasses());
        callbackBodies.set(ordinal, mayBeCallbackBody && isCallbackBody(access, name, descriptor));
        scans.add(scan);
        CallbackScan callbackScan =
                scope == null ? null : new CallbackScan(scan, scope, lambdaNames.areEvaluated(), wrappedBodies);
        callbackScans.add(callbackScan);
        return callbackScan != null ? callbackScan : scan;
    }

    @Override
    public void visitEnd() {
        // The lambdas whose runs the wrappers record, and the targets of bridges, are known only now.
        for (int i = 0; i < scans.size(); i++) {
            MethodScan scan = scans.get(i);
            if (wrappedBodies.contains(scan.name) && LambdaNames.isBody(scan.name)) {
                recorded.clear(scan.ordinal);
            }
            String method = scan.name.concat(scan.descriptor);
            if (callbacks != null
                    && bridged.contains(CallbackTypes.method(scan.name, scan.descriptor))
                    && !bridged.contains(method)
                    && !callbacks.types().demandsMethod(callbacks.loader(), superName, interfaces, method)) {
                callbackBodies.clear(scan.ordinal);
            }
        }
    }

    private boolean mayBePicked(int access, String name, String descriptor) {
        if ((access & SKIPPED) != 0) {
            return false;
        }
        if (proxyMethods != null) {
            return proxyMethods.interfaceOf(name, descriptor) != null;
        }
        // Synthetic methods are the compiler's own, except the bodies of lambdas.
        if ((access & Opcodes.ACC_SYNTHETIC) != 0 && !LambdaNames.isBody(name)) {
            return false;
        }
        // $jacocoInit is not always marked as synthetic.
        if (name.equals("$jacocoInit") || (name.equals("<clinit>") && !settings.clinit())) {
            return false;
        }
        if (coverage == Coverage.SOME) {
            return filter.includes(className, name);
        }
        return coverage == Coverage.ALL;
    }

    /** A visitor that finds what a bridge calls: of several overloads, that one is called back. */
    private static final class BridgeScan extends MethodVisitor {
        private final Set<String> bridged;

        BridgeScan(String functionalMethod, Set<String> bridged) {
            super(Opcodes.ASM9);
            this.bridged = bridged;
            bridged.add(functionalMethod);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            bridged.add(name.concat(descriptor));
        }
    }
}
