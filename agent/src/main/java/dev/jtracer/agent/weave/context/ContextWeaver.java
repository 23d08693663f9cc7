// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.agent.filter.NeverTraced;
import dev.jtracer.agent.weave.RetransformBatches;
import dev.jtracer.agent.weave.ThreadStop;
import dev.jtracer.agent.weave.UntouchedLoaders;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.agent.weave.Weaver;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.bootstrap.context.LogTracer;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The transformer that weaves the methods that serve requests and execute statements, of all classes, included or
 * not. Works beside the {@link Weaver}, whose additions its own enclose.
 */
public final class ContextWeaver implements ClassFileTransformer {
    private final boolean http;
    private final boolean jdbc;
    private final @Nullable Runnable logDefinition;
    private final ContextMarks marks;
    private final ContextMethods methods;
    private final ContextPreparation preparation;
    private final WeaveCounters counters;
    private final Set<String> woven = ConcurrentHashMap.newKeySet();
    private volatile boolean unweaving;

    /**
     * Creates a weaver for the methods of HTTP requests, for those of JDBC, or for both.
     *
     * @param logDefinition defines the class that the contexts of logs call; null if the ids of requests in the
     *     program's log are not taken
     */
    public ContextWeaver(
            boolean http,
            boolean jdbc,
            @Nullable Runnable logDefinition,
            ContextPreparation preparation,
            WeaveCounters counters) {
        this.http = http;
        this.jdbc = jdbc;
        this.logDefinition = logDefinition;
        this.marks = new ContextMarks(http, jdbc);
        this.methods = new ContextMethods(http, jdbc);
        this.preparation = preparation;
        this.counters = counters;
    }

    /** Returns whether statements are recorded, for which the calling thread may wait until that is prepared. */
    public boolean recordsStatements() {
        return jdbc && preparation.isDone();
    }

    /** Registers this weaver. Must follow the registration of the {@link Weaver}. */
    public void install(Instrumentation instrumentation, MethodTable table) {
        preparation.names(table);
        // Loads the classes that search a class file, before the application loads a class.
        byte[] sample = ContextClass.sample();
        if (marks.areIn(sample)) {
            ContextClass.read(sample, methods);
        }
        NamedClass.of(""); // initialises the class
        instrumentation.addTransformer(this, true);
    }

    /** Weaves those of the classes that were loaded before the agent. */
    public void weaveLoaded(Instrumentation instrumentation, Class<?>[] classes) {
        ContextTypes types = new ContextTypes(http, jdbc, classes);
        List<Class<?>> wanted = new ArrayList<>();
        for (Class<?> loaded : classes) {
            boolean isUntouched = UntouchedLoaders.contain(loaded.getClassLoader());
            if (isNamed(isUntouched, loaded.getName())
                    || !isUntouched
                            && types.areExtendedBy(loaded)
                            && !NeverTraced.contains(loaded.getName().replace('.', '/'))) {
                wanted.add(loaded);
            }
        }
        retransform(instrumentation, wanted);
    }

    /** Unregisters this weaver and gives all woven classes their own code back. */
    public void remove(Instrumentation instrumentation) {
        unweaving = true;
        preparation.undo();
        instrumentation.removeTransformer(this);
        List<Class<?>> wanted = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            String className = loaded.getName().replace('.', '/');
            boolean isUntouched = UntouchedLoaders.contain(loaded.getClassLoader());
            if (woven.contains(className) && (!isUntouched || isNamed(true, className))) {
                wanted.add(loaded);
            }
        }
        retransform(instrumentation, wanted);
    }

    /** Returns whether a class is woven by its name, in internal form or with dots. */
    private boolean isNamed(boolean isUntouched, String className) {
        return named(isUntouched, className) != null || http && isUntouched && NamedClass.isOfJdkServer(className);
    }

    private @Nullable NamedClass named(boolean isUntouched, String className) {
        NamedClass named = NamedClass.of(className);
        if (named == null) {
            return null;
        }
        boolean isWanted = named.isOfLog()
                ? logDefinition != null && (!isUntouched || named.group == NamedClass.Group.LOG_OF_AGENT)
                : http && isUntouched == (named.group == NamedClass.Group.JDK_CLIENT);
        return isWanted ? named : null;
    }

    private void retransform(Instrumentation instrumentation, List<Class<?>> classes) {
        classes.removeIf(each -> each.isHidden() || !instrumentation.isModifiableClass(each));
        RetransformBatches.retransform(instrumentation, classes, new BiConsumer<>() {
            @Override
            public void accept(Class<?> refused, Throwable cause) {
                counters.failed();
            }
        });
    }

    /** Returns which methods of a class are to be woven; null for none. */
    private @Nullable ContextMethods wanted(@Nullable ClassLoader loader, String className, byte[] classFile) {
        boolean isUntouched = UntouchedLoaders.contain(loader);
        NamedClass named = named(isUntouched, className);
        if (named != null) {
            return new ContextMethods(named);
        }
        if (isUntouched) {
            return http && NamedClass.isOfJdkServer(className) ? methods : null;
        }
        return marks.areIn(classFile) && !NeverTraced.contains(className) ? methods : null;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String definedName,
            @Nullable Class<?> loaded,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (unweaving) {
            return null;
        }
        String className = Weaver.name(definedName, classFile);
        if (className == null) {
            return null;
        }
        long start = System.nanoTime();
        try {
            ContextMethods wanted = wanted(loader, className, classFile);
            if (wanted == null) {
                return null;
            }
            ContextClass carrier = ContextClass.read(classFile, wanted);
            if (carrier == null || !(wanted.areOfLog() ? definesLog() : preparation.isDone())) {
                return null;
            }
            byte[] result = carrier.weave(counters);
            woven.add(className);
            return result;
        } catch (Throwable failure) { // an exception thrown here would vanish in the JVM, uncounted
            counters.failed();
            ThreadStop.again(failure); // last, or the count might take the second one
            return null;
        } finally {
            counters.tookSince(start);
        }
    }

    /* A program that only logs does not pay for the preparation: until it is done, ids are ignored. */
    private boolean definesLog() {
        if (logDefinition != null) {
            logDefinition.run();
            LogTracer.isPrepared(); // initialises the class, whose callers must not fail
        }
        return logDefinition != null;
    }
}
