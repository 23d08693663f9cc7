// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.filter.NeverTraced;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.code.MethodTable.IdsExhaustedException;
import dev.jtracer.agent.weave.context.ContextClasses;
import dev.jtracer.agent.weave.context.ContextMethod;
import dev.jtracer.agent.weave.context.ContextMethods;
import dev.jtracer.agent.weave.context.ContextWeave;
import dev.jtracer.agent.weave.context.RequestReaderWriter;
import dev.jtracer.bootstrap.context.ContextNames;
import dev.jtracer.bootstrap.context.ContextTracer;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * The transformer that weaves the methods that serve requests and execute statements, of all classes, included or not. Works
 * beside the {@link Weaver}, whose additions its own enclose.
 */
public final class ContextWeaver implements ClassFileTransformer {
    private static final String NAMES_OWNER = "request context";

    private final ContextClasses classes;
    private final WeaveCounters counters;
    private final Set<String> woven = ConcurrentHashMap.newKeySet();
    private final ClassLoader platformLoader = ClassLoader.getPlatformClassLoader();
    private final @Nullable ClassLoader ownLoader = ContextWeaver.class.getClassLoader();
    private volatile boolean unweaving;

    public ContextWeaver(ContextClasses classes, WeaveCounters counters) {
        this.classes = classes;
        this.counters = counters;
    }

    /**
     * Connects the woven methods with the agent, loads all classes that this weaver needs, and registers it. Must follow the
     * registration of the {@link Weaver}.
     */
    public void install(Instrumentation instrumentation, MethodTable methods) {
        ContextNames.Namer namer = new ContextNames.Namer() {
            @Override
            public int id(String name) {
                return ContextWeaver.id(methods, name);
            }
        };
        namer.id("SQL (text not kept)");
        ContextTracer.initialize();
        RequestReaderWriter readers = new RequestReaderWriter();
        RequestReaderWriter.classFile("WarmUp", ContextTracer.JDK_SERVER);
        new ContextWeaver(ContextClasses.all(), new WeaveCounters())
                .weave("WarmUp", null, ContextClasses.sampleClassFile());
        ContextTracer.connect(namer, readers);
        instrumentation.addTransformer(this, true);
    }

    private static int id(MethodTable methods, String name) {
        try {
            return methods.registerCalls(NAMES_OWNER, new String[] {name})[0];
        } catch (IdsExhaustedException none) {
            return 0;
        }
    }

    /** Weaves the classes that were loaded before the agent. */
    public void weaveLoaded(Instrumentation instrumentation) {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (!isOutOfReach(loaded.getClassLoader())
                    && !NeverTraced.contains(loaded.getName().replace('.', '/'))
                    && classes.mayCarryContext(loaded)) {
                retransform(instrumentation, loaded);
            }
        }
    }

    /** Unregisters this weaver and gives all woven classes their own code back. */
    public void remove(Instrumentation instrumentation) {
        unweaving = true;
        ContextTracer.connect(null, null);
        instrumentation.removeTransformer(this);
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (woven.contains(loaded.getName().replace('.', '/')) && !isOutOfReach(loaded.getClassLoader())) {
                retransform(instrumentation, loaded);
            }
        }
    }

    private void retransform(Instrumentation instrumentation, Class<?> loaded) {
        try {
            if (!loaded.isHidden() && instrumentation.isModifiableClass(loaded)) {
                instrumentation.retransformClasses(loaded);
            }
        } catch (Throwable refused) { // UnmodifiableClassException, and any LinkageError
            counters.failed();
        }
    }

    private boolean isOutOfReach(@Nullable ClassLoader loader) {
        return loader == null || loader == platformLoader || loader == ownLoader;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> loaded,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (unweaving || className == null || isOutOfReach(loader)) {
            return null;
        }
        try {
            return NeverTraced.contains(className) ? null : weave(className, loaded, classFile);
        } catch (Throwable failure) { // an exception thrown here would vanish in the JVM, uncounted
            ThreadStop.again(failure);
            counters.failed();
            return null;
        }
    }

    private byte @Nullable [] weave(String className, @Nullable Class<?> loaded, byte[] classFile) {
        if (!classes.marks().areIn(classFile)) {
            return null;
        }
        ClassReader reader = new ClassReader(classFile);
        Scan scan = new Scan(classes.methodsOf(reader, loaded));
        reader.accept(scan, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        if (scan.isEmpty()) {
            return null;
        }
        byte[] result = Weaving.apply(reader, scan.found);
        BitSet huge = HugeMethods.areCompiled() ? new BitSet() : HugeMethods.in(result, reader);
        if (!huge.isEmpty()) {
            huge.stream().forEach(method -> scan.found.set(method, null));
            counters.skipped(huge.cardinality());
            result = Weaving.apply(reader, scan.found);
        }
        woven.add(className);
        return result;
    }

    /** A visitor that finds the methods of a class, by ordinal. */
    private static final class Scan extends ClassVisitor {
        private final ContextMethods methods;
        private final List<@Nullable ContextMethod> found = new ArrayList<>();

        Scan(ContextMethods methods) {
            super(Opcodes.ASM9);
            this.methods = methods;
        }

        boolean isEmpty() {
            for (ContextMethod method : found) {
                if (method != null) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            found.add(methods.find(access, name, descriptor));
            return null;
        }
    }

    /** A visitor that writes a class with the additions. */
    private static final class Weaving extends ClassVisitor {
        private final List<@Nullable ContextMethod> found;
        private int version;
        private int ordinal;

        private Weaving(ClassWriter writer, List<@Nullable ContextMethod> found) {
            super(Opcodes.ASM9, writer);
            this.found = found;
        }

        static byte[] apply(ClassReader reader, List<@Nullable ContextMethod> found) {
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Weaving(writer, found), 0);
            return writer.toByteArray();
        }

        @Override
        public void visit(
                int classVersion,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            version = classVersion;
            super.visit(classVersion, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
            ContextMethod context = found.get(ordinal++);
            return context == null ? method : new ContextWeave(method, version, context, name);
        }
    }
}
