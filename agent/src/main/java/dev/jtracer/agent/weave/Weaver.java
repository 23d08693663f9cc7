// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.filter.MethodFilter.Coverage;
import dev.jtracer.agent.filter.NeverTraced;
import dev.jtracer.agent.weave.callback.CallSites;
import dev.jtracer.agent.weave.callback.CallbackParameters;
import dev.jtracer.agent.weave.callback.CallbackScope;
import dev.jtracer.agent.weave.callback.CallbackTypes;
import dev.jtracer.agent.weave.callback.LambdaNames;
import dev.jtracer.agent.weave.callback.LambdaRelink;
import dev.jtracer.agent.weave.callback.LoaderMap;
import dev.jtracer.agent.weave.callback.TypeHeaders;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.code.MethodTable.IdsExhaustedException;
import dev.jtracer.agent.weave.code.ParameterNames;
import dev.jtracer.agent.weave.code.SecretNames;
import dev.jtracer.agent.weave.code.ValueCode;
import dev.jtracer.agent.weave.task.TaskClass;
import dev.jtracer.agent.weave.task.TaskWeave;
import dev.jtracer.bootstrap.CallbackKinds;
import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.Proxy;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.MethodTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * The transformer that weaves classes as they are loaded or retransformed. Runs on the threads that load classes, on
 * many at once; never throws, and leaves a class untouched when anything goes wrong.
 */
public final class Weaver implements ClassFileTransformer {
    /* Two passes over the class file: the first picks the methods, so that they can be numbered in one step and a
     * class without any is not written at all; the second copies and adds. No class of the application is loaded or
     * resolved. */
    private static final int MAX_PROBLEMS_NAMED = 100;
    private static final String HUGE = "it would exceed " + HugeMethods.LIMIT
            + " bytes of bytecode, and the JVM never compiles such a method unless it runs with"
            + " -XX:-DontCompileHugeMethods";

    /** The redefinition of a class that was loaded before the agent. */
    @FunctionalInterface
    public interface Redefinition {
        /**
         * Passes a loaded class of the JDK's, named with dots, to the transformers again, and waits for that. The
         * current thread may be within a transformer. Returns the reason why the JVM refused; null if it did not.
         */
        @Nullable
        Throwable redefine(String className);
    }

    private final MethodFilter filter;
    private final MethodTable table;
    private final WeaveSettings settings;
    private final WeaveCounters counters;
    private final Consumer<String> problems;
    private final @Nullable Redefinition redefinition;
    private final boolean compilesHugeMethods = HugeMethods.areCompiled();
    /** Internal names of class loaders. */
    private final Set<String> loaderClasses = ConcurrentHashMap.newKeySet();
    /**
     * Names of the classes that were woven while they were loaded. All lambdas that they ever made are wrapped, even
     * when another agent has them retransformed or a debugger replaces their code.
     */
    private final LoaderMap<Set<String>> wovenWhenLoaded = new LoaderMap<>();

    private final CallbackTypes callbackTypes;
    private final CallSites callSites;
    /** Whether classes get their own code back; class loaders keep their way to the recorder. */
    private volatile boolean unweaving;

    private volatile boolean keepsLambdas;

    /** Displayed names of methods that are to be dropped. */
    private volatile Set<String> unwanted = Set.of();

    /** Displayed names of those that were dropped from a class. */
    private final Set<String> dropped = ConcurrentHashMap.newKeySet();

    private final AtomicInteger transforming = new AtomicInteger();
    private final Set<String> problemsNamed = ConcurrentHashMap.newKeySet();

    /**
     * @param problems receives one line for the user about each class or method that is not traced; each line only
     *     once, and after a hundred of them problems are only counted
     * @param redefinition redefines loaded classes that a program turns out to need; null leaves these alone
     */
    public Weaver(
            MethodFilter filter,
            MethodTable table,
            WeaveSettings settings,
            WeaveCounters counters,
            Consumer<String> problems,
            @Nullable Redefinition redefinition) {
        this.filter = filter;
        this.table = table;
        this.settings = settings;
        this.counters = counters;
        this.problems = problems;
        this.redefinition = redefinition;
        this.callbackTypes = new CallbackTypes(filter, settings.filter());
        counters.types(callbackTypes);
        loaderClasses.addAll(
                List.of("java/lang/ClassLoader", "java/security/SecureClassLoader", "java/net/URLClassLoader"));
        this.callSites = new CallSites(filter, callbackTypes, table, settings.boundary());
    }

    /**
     * Loads all classes that weaving needs, by weaving a class that is never defined. Must be called before a weaver
     * is registered.
     *
     * @return whether that class could be woven; if not, no other can either
     */
    public static boolean warmUp() {
        WeaveCounters counters = new WeaveCounters();
        MethodTable table = new MethodTable(WarmUp.IGNORED);
        Weaver weaver = new Weaver(
                MethodFilter.everything(),
                table,
                new WeaveSettings(
                        false, false, CallbackPolicy.ALL, true, TaskPolicy.OFF, CallbackFilter.NONE, null, false),
                counters,
                WarmUp.IGNORED,
                null);
        ProxyMethods.of(weaver.filter, new Class<?>[] {Runnable.class});
        weaver.weaveOrLeave(ClassLoader.getPlatformClassLoader(), WarmUp.NAME, null, null, WarmUp.classFile());
        return counters.methodsWoven() == 2 && counters.loadersWoven() == 1;
    }

    /** Keeps the lambdas of woven classes as they are linked first, because the classes may be woven again. */
    public void keepLambdas() {
        keepsLambdas = true;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String definedName,
            @Nullable Class<?> classBeingRedefined,
            @Nullable ProtectionDomain protectionDomain,
            byte[] classfileBuffer) {
        String className = name(definedName, classfileBuffer);
        if (className == null) {
            return null;
        }
        if (classBeingRedefined == null) {
            // When it is woven again, what it needs is woven already or in the same batch, and the JVM would let no
            // other thread redefine that before the batch is done.
            weaveNeeded(className);
        }
        TaskClass taskClass = taskClass(loader, className);
        if (taskClass == null && UntouchedLoaders.contain(loader)) {
            return null;
        }
        transforming.incrementAndGet();
        long start = System.nanoTime();
        try {
            byte[] linked = taskClass == null ? null : weaveTasks(taskClass, classfileBuffer);
            if (UntouchedLoaders.contain(loader)) {
                return linked;
            }
            byte[] classFile = linked == null ? classfileBuffer : linked;
            byte[] woven = weaveOrLeave(loader, className, classBeingRedefined, protectionDomain, classFile);
            byte[] result = woven == null ? linked : woven;
            boolean isLinkedAgain = classBeingRedefined != null || keepsLambdas && woven != null;
            return isLinkedAgain ? relinked(className, result, classFile) : result;
        } finally {
            counters.tookSince(start);
            transforming.decrementAndGet();
        }
    }

    /** Returns a retransformed class, woven or not any more, with its lambdas linked to the classes from before. */
    private byte @Nullable [] relinked(String className, byte @Nullable [] woven, byte[] own) {
        try {
            if (filter.coverage(className) == Coverage.NONE) {
                return woven;
            }
            byte[] relinked = LambdaRelink.apply(woven == null ? own : woven);
            return relinked == null ? woven : relinked;
        } catch (Throwable failure) { // then the JDK makes other classes for them
            ThreadStop.again(failure);
            return woven;
        }
    }

    /**
     * Returns the name of a class that is defined, which its file has if the definition has none; null if it cannot
     * be read, as the JVM will say.
     */
    public static @Nullable String name(@Nullable String defined, byte[] classFile) {
        if (defined != null) {
            return defined;
        }
        try {
            return new ClassReader(classFile).getClassName();
        } catch (Throwable unreadable) {
            ThreadStop.again(unreadable);
            return null;
        }
    }

    /**
     * Weaves nothing from now on but the way to the recorder in class loaders: methods that are still running, and
     * lambdas that the application keeps, may look for the recorder through them at any time. Returns whether no
     * thread weaves a class any more.
     */
    boolean unweave() {
        unweaving = true;
        return transforming.get() == 0;
    }

    /** Records no more calls of further methods, by displayed names, in classes that are woven from now on. */
    void drop(Set<String> methods) {
        Set<String> all = new HashSet<>(unwanted);
        all.addAll(methods);
        unwanted = all;
    }

    /** Returns the methods that are not recorded any more in the classes that were woven since. */
    Set<String> dropped() {
        return Set.copyOf(dropped);
    }

    private byte @Nullable [] weaveOrLeave(
            @Nullable ClassLoader loader,
            String className,
            @Nullable Class<?> loaded,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        Coverage coverage = Coverage.NONE;
        try {
            if (NeverTraced.contains(className) && !ProxyMethods.isProxyName(className)) {
                return null;
            }
            coverage = unweaving ? Coverage.NONE : filter.coverage(className);
            return scanAndWeave(loader, className, loaded, domain, classFile, coverage);
        } catch (Throwable failure) { // an exception thrown here would vanish in the JVM, uncounted
            String proxied = includedInterface(className, domain, classFile);
            if (proxied != null
                    || coverage != Coverage.NONE
                    || settings.filter().includes(className)) {
                failed(className, proxied, failure);
            }
            ThreadStop.again(failure); // last, or the report might take the second one
            return null;
        }
    }

    /** Returns the included interface of a class of proxies; null if the class is none, or if it cannot be read. */
    private @Nullable String includedInterface(String className, @Nullable ProtectionDomain domain, byte[] classFile) {
        if (unweaving || !ProxyMethods.isProxyName(className)) {
            return null;
        }
        try {
            ClassReader reader = new ClassReader(classFile);
            return ProxyMethods.isProxy(className, reader.getSuperName(), domain)
                    ? ProxyMethods.firstIncluded(filter, reader.getInterfaces())
                    : null;
        } catch (Throwable unreadable) {
            return null;
        }
    }

    /** Returns the class with this name that follows tasks; null for all others, or if tasks are not followed. */
    private @Nullable TaskClass taskClass(@Nullable ClassLoader loader, String className) {
        TaskClass known = TaskClass.of(className, settings.tasks());
        if (known == null) {
            return null;
        }
        boolean isOwn = known.isOfJdk() ? loader == null : !UntouchedLoaders.contain(loader);
        return isOwn ? known : null;
    }

    /** Weaves the loaded class that a program needs because it loads another, before it can use it. */
    private void weaveNeeded(String loading) {
        String needed = TaskClass.neededWith(loading, settings.tasks());
        if (needed == null || redefinition == null || unweaving) {
            return;
        }
        try {
            Throwable refused = redefinition.redefine(needed);
            if (refused != null) {
                notFollowed(needed, refused);
            }
        } catch (Throwable failure) {
            ThreadStop.again(failure);
            notFollowed(needed, failure);
        }
    }

    private byte @Nullable [] weaveTasks(TaskClass type, byte[] classFile) {
        if (unweaving) {
            return null;
        }
        try {
            int[] ids = table.register(type.className.replace('/', '.'), type.displayedNames());
            byte[] woven = TaskWeave.apply(classFile, type, ids);
            if (woven == null && type.isOfJdk()) { // libraries have versions
                notFollowed(type.className, "this version of the class differs from the expected one");
            }
            return woven;
        } catch (Throwable failure) {
            ThreadStop.again(failure);
            notFollowed(type.className, failure);
            return null;
        }
    }

    private void notFollowed(String className, Object cause) {
        counters.failed();
        report(
                "tasks submitted to '" + className.replace('/', '.') + "' are not followed: ",
                cause + "; all else is traced, write tasks=off to hide this line");
    }

    /** Returns whether a class has a loop in which a thread takes one task after another. */
    boolean hasLoop(Class<?> loaded) {
        TaskClass known = taskClass(loaded.getClassLoader(), loaded.getName());
        return known != null && known.hasLoop();
    }

    boolean followsTasksOfJdk(Class<?> loaded) {
        return loaded.getClassLoader() == null && TaskClass.isOfJdk(loaded.getName(), settings.tasks());
    }

    /** Weaves the class that another agent's program has needed already, if {@code loaded} shows it. */
    void weaveNeededWith(Class<?> loaded) {
        if (loaded.getClassLoader() == null && loaded.getName().startsWith("java.lang.ThreadB")) {
            weaveNeeded(loaded.getName().replace('.', '/'));
        }
    }

    /** Returns whether the weaver would have read a class that is loaded already while it was being loaded. */
    boolean concerns(Class<?> loaded) {
        ClassLoader loader = loaded.getClassLoader();
        if (taskClass(loader, loaded.getName()) != null) {
            return true;
        }
        if (loaded.isArray() || loaded.isPrimitive() || loaded.isHidden() || UntouchedLoaders.contain(loader)) {
            return false;
        }
        if (Proxy.isProxyClass(loaded)) {
            return !ProxyMethods.of(filter, loaded.getInterfaces()).isEmpty();
        }
        String className = loaded.getName().replace('.', '/');
        return filter.coverage(className) != Coverage.NONE
                || (settings.filter().includes(className) && !NeverTraced.contains(className))
                || (ClassLoader.class.isAssignableFrom(loaded) && !NeverTraced.contains(className));
    }

    /** Counts and reports a class that the JVM refused to retransform. */
    void refused(Class<?> loaded, Throwable cause) {
        if (taskClass(loaded.getClassLoader(), loaded.getName()) != null) {
            notFollowed(loaded.getName(), cause);
            return;
        }
        String proxied = Proxy.isProxyClass(loaded) ? ProxyMethods.firstIncluded(filter, loaded.getInterfaces()) : null;
        failed(loaded.getName().replace('.', '/'), proxied, cause);
    }

    private byte @Nullable [] scanAndWeave(
            @Nullable ClassLoader definingLoader,
            String className,
            @Nullable Class<?> loaded,
            @Nullable ProtectionDomain domain,
            byte[] classFile,
            Coverage ofName)
            throws IdsExhaustedException, ClassNotFoundException {
        ClassReader reader = new ClassReader(classFile);
        ProxyMethods proxyMethods = null;
        Coverage coverage = ofName;
        if (definingLoader != null && ProxyMethods.isProxy(className, reader.getSuperName(), domain)) {
            proxyMethods =
                    unweaving ? ProxyMethods.NONE : ProxyMethods.of(filter, definingLoader, reader.getInterfaces());
            coverage = proxyMethods.isEmpty() ? Coverage.NONE : Coverage.SOME;
        }
        boolean loader = isLoader(className, reader.getSuperName(), loaded);
        CallbackScope scope = callbackScope(definingLoader, className, loaded != null, coverage);
        if (definingLoader != null && (scope != null || storesHeaders(definingLoader))) {
            callbackTypes.headers().add(definingLoader, reader, domain);
        }
        if (coverage == Coverage.NONE && !loader && scope == null) {
            return null;
        }
        ClassScan scan = new ClassScan(filter, settings, coverage, LambdaNames.of(reader), proxyMethods, scope);
        reader.accept(scan, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        boolean needsWayToRecorder = loader && scan.declaresLoadClass();
        boolean hasCallbacks = scope != null && scan.hasCallbacks();
        List<MethodPlan> plans = weavable(className, scan.picked());
        if (plans.isEmpty() && !needsWayToRecorder && !hasCallbacks) {
            return null;
        }
        number(plans);
        addValues(reader, plans);
        if (scope != null && scope.recordsPasses()) {
            callbackTypes.implemented(scope.loader(), reader.getInterfaces());
        }
        if (scope != null) {
            addCallbacks(scope, className.replace('/', '.'), loaded != null, plans);
        }
        Set<String> names = unwanted;
        if (!names.isEmpty()) {
            drop(plans, names);
            if (plans.isEmpty() && !needsWayToRecorder && !hasCallbacks) {
                return null;
            }
        }
        ClassWeave.Additions additions = new ClassWeave.Additions(
                plans, needsWayToRecorder, scan, scope, settings.sampled(), new BitSet(), new HashMap<>(0));
        byte[] woven = writeWithoutTooLarge(reader, className, additions);
        if (scope != null && hasCallbacks && loaded == null) {
            Set<String> wrapped = wovenWhenLoaded.get(scope.loader());
            if (wrapped == null) {
                wrapped = wovenWhenLoaded.add(scope.loader(), ConcurrentHashMap.newKeySet());
            }
            wrapped.add(className);
        }
        if (needsWayToRecorder) {
            counters.woveLoader();
        }
        return woven;
    }

    /**
     * Returns whether a class is a class loader, by class files only: a query to the JVM would load the super class.
     * A super class is loaded before its subclasses, so its name is known by then, unless it was loaded before the
     * agent: then {@code loaded} decides.
     *
     * @param loaded the class itself when it is woven again; null when it is being loaded
     */
    private boolean isLoader(String name, @Nullable String superName, @Nullable Class<?> loaded) {
        boolean isLoader = loaded == null
                ? superName != null && loaderClasses.contains(superName)
                : ClassLoader.class.isAssignableFrom(loaded);
        if (isLoader) {
            loaderClasses.add(name);
        }
        return isLoader;
    }

    /** Removes methods with some names; overloads have one name, and all remain if one tells more than its calls. */
    private void drop(List<MethodPlan> plans, Set<String> names) {
        Set<String> kept = new HashSet<>();
        for (MethodPlan plan : plans) {
            if (!plan.isDroppable()) {
                kept.add(plan.displayedName());
            }
        }
        for (int i = plans.size() - 1; i >= 0; i--) {
            String name = plans.get(i).displayedName();
            if (names.contains(name) && !kept.contains(name)) {
                plans.remove(i);
                dropped.add(name);
            }
        }
    }

    /** Returns whether all headers of a loader's classes are stored: it must not be queried for them later. */
    private boolean storesHeaders(ClassLoader loader) {
        return settings.callbacks() != CallbackPolicy.OFF && !TypeHeaders.isJdks(loader);
    }

    private @Nullable CallbackScope callbackScope(
            @Nullable ClassLoader loader, String className, boolean loaded, Coverage coverage) {
        if (settings.callbacks() == CallbackPolicy.OFF || loader == null || unweaving) {
            return null;
        }
        Set<String> wrapped = wovenWhenLoaded.get(loader);
        boolean hasUnwrapped = loaded && (wrapped == null || !wrapped.contains(className));
        CallbackFilter callbacks = settings.filter();
        boolean traced = coverage != Coverage.NONE;
        boolean concerned = traced ? !callbacks.excludes(className) : callbacks.includes(className);
        return concerned
                ? new CallbackScope(callbackTypes, callSites, table, callbacks, loader, hasUnwrapped, traced)
                : null;
    }

    private void addCallbacks(CallbackScope scope, String className, boolean isLoaded, List<MethodPlan> plans)
            throws IdsExhaustedException {
        for (int i = 0; i < plans.size(); i++) {
            MethodPlan plan = plans.get(i);
            if (plan.isRecorded) {
                plan.callbacks = callbacks(scope, plan.typeName, plan.method);
            }
            if (plan.isCallbackBody) {
                CallbackKinds.addOwnClass(className, isLoaded);
            }
        }
    }

    /* Not for constructors: their record begins when the parameters' variables may hold other values. */
    private void addValues(ClassReader reader, List<MethodPlan> plans) {
        MethodFilter wanted = settings.values();
        if (wanted == null) {
            return;
        }
        ParameterNames names = null;
        for (int i = 0; i < plans.size(); i++) {
            MethodPlan plan = plans.get(i);
            MethodScan method = plan.method;
            String typeName = plan.typeName.replace('.', '/');
            if (plan.isRecorded && !method.name.startsWith("<") && wanted.includes(typeName, method.name)) {
                if (names == null) {
                    names = ParameterNames.of(reader);
                }
                plan.values = new ValueCode(
                        method.isStatic,
                        method.descriptor,
                        names.of(method.name, method.descriptor),
                        SecretNames.contain(method.name));
            }
        }
    }

    private CallbackParameters callbacks(CallbackScope scope, String className, MethodScan method)
            throws IdsExhaustedException {
        CallbackParameters callbacks = callSites.ofMethod(
                scope.loader(), className.replace('.', '/'), method.isStatic, method.name, method.descriptor);
        String[] names = new String[callbacks.count()];
        for (int k = 0; k < names.length; k++) {
            names[k] = callbacks.name(method.name, k);
        }
        if (names.length > 0) {
            callbacks.nameIds(table.register(className, names));
        }
        return callbacks;
    }

    private List<MethodPlan> weavable(String className, List<MethodPlan> picked) {
        List<MethodPlan> weavable = new ArrayList<>(picked.size());
        for (int i = 0; i < picked.size(); i++) {
            MethodPlan plan = picked.get(i);
            if (plan.method.isWeavable()) {
                weavable.add(plan);
            } else if (plan.isRecorded) {
                skipped(className, plan.method.name, "the recorder's calls cannot be placed safely in its bytecode");
            }
        }
        return weavable;
    }

    /**
     * Writes the class without the methods that become too long for the class file or the JVM's compilers. Such a
     * method first loses the announcements of its pass sites, so that its calls are recorded if these fit alone.
     */
    private byte[] writeWithoutTooLarge(ClassReader reader, String className, ClassWeave.Additions additions) {
        while (true) {
            try {
                byte[] woven = ClassWeave.apply(reader, additions);
                if (compilesHugeMethods || !shortenHuge(reader, woven, className, additions)) {
                    countRecorded(additions);
                    reportDropped(className, additions);
                    return woven;
                }
            } catch (MethodTooLargeException tooLarge) {
                shorten(tooLarge, className, additions);
            }
        }
    }

    private void shorten(MethodTooLargeException tooLarge, String className, ClassWeave.Additions additions) {
        for (MethodScan method : additions.scan().methods()) {
            boolean isTooLarge =
                    method.name.equals(tooLarge.getMethodName()) && method.descriptor.equals(tooLarge.getDescriptor());
            if (isTooLarge && shorten(method, className, "it would exceed 65535 bytes", additions)) {
                return;
            }
        }
        throw tooLarge; // nothing that can be skipped made it grow
    }

    private boolean shortenHuge(ClassReader reader, byte[] woven, String className, ClassWeave.Additions additions) {
        BitSet huge = HugeMethods.in(woven, reader);
        boolean shortened = false;
        for (MethodScan method : additions.scan().methods()) {
            shortened |= huge.get(method.ordinal) && shorten(method, className, HUGE, additions);
        }
        return shortened;
    }

    /** Drops the announcements of a method, or else the method. Returns false if both were dropped already. */
    private boolean shorten(MethodScan method, String className, String excess, ClassWeave.Additions additions) {
        if (additions.dropAnnouncements(method, excess)) {
            return true; // reported once the class is written: the method may have to be skipped as well
        }
        boolean isNew = additions.skip(method);
        if (isNew) {
            skipped(className, method.name, "with the recorder's calls " + excess);
        }
        return isNew;
    }

    private void reportDropped(String className, ClassWeave.Additions additions) {
        for (Map.Entry<MethodScan, String> dropped : additions.dropped().entrySet()) {
            MethodScan method = dropped.getKey();
            if (!additions.skips(method.ordinal)) {
                report(
                        "method '" + className.replace('/', '.') + "." + method.name
                                + "' passes callbacks to included methods without a pass site: ",
                        "with the sites " + dropped.getValue() + "; the rest of it is traced as usual");
            }
        }
    }

    private void countRecorded(ClassWeave.Additions additions) {
        List<MethodPlan> plans = additions.plans();
        int recorded = 0;
        for (int i = 0; i < plans.size(); i++) {
            MethodPlan plan = plans.get(i);
            recorded += plan.isRecorded && !additions.skips(plan.method.ordinal) ? 1 : 0;
        }
        if (recorded > 0) {
            counters.wove(recorded);
        }
    }

    private void number(List<MethodPlan> plans) throws IdsExhaustedException {
        for (int from = 0; from < plans.size(); ) {
            String typeName = plans.get(from).typeName;
            int to = from + 1;
            while (to < plans.size() && plans.get(to).typeName.equals(typeName)) {
                to++;
            }
            number(typeName, plans.subList(from, to));
            from = to;
        }
    }

    private void number(String typeName, List<MethodPlan> plans) throws IdsExhaustedException {
        String[] names = new String[plans.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = plans.get(i).method.name;
        }
        int[] ids = table.register(typeName, names);
        for (int i = 0; i < ids.length; i++) {
            plans.get(i).id = ids[i];
        }
    }

    private void skipped(String className, String method, String cause) {
        counters.skipped(1);
        notTraced("method '" + className.replace('/', '.') + "." + method + "'", cause + "; it runs unchanged");
    }

    /** @param proxied the included interface, in internal form, if the class is one of proxies */
    private void failed(String className, @Nullable String proxied, Throwable failure) {
        counters.failed();
        try {
            Object cause = failure instanceof IdsExhaustedException ? failure.getMessage() : failure;
            String name = className.replace('/', '.');
            if (proxied == null) {
                notTraced("class '" + name + "'", cause + "; it runs unchanged, exclude it to hide this line");
            } else {
                String excluded = "'" + proxied.replace('/', '.') + "'";
                notTraced(
                        "proxy '" + name + "' of " + excluded,
                        cause + "; it runs unchanged, exclude " + excluded + " to hide this line");
            }
        } catch (Throwable again) { // out of memory or stack: the counter has it
            return;
        }
    }

    private void notTraced(String untraced, String cause) {
        report(untraced + " is not traced: ", cause);
    }

    /**
     * Names a problem once. The cause of a second failure may be worded differently: compiled code throws
     * {@link ArrayIndexOutOfBoundsException} and its like without a message once they are frequent.
     */
    private void report(String problem, String cause) {
        if (problemsNamed.size() < MAX_PROBLEMS_NAMED && problemsNamed.add(problem)) {
            problems.accept(problem + cause);
        }
    }
}
