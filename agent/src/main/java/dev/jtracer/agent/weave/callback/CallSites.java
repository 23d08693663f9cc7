// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.filter.MethodFilter.Coverage;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.code.MethodTable.IdsExhaustedException;
import dev.jtracer.agent.weave.code.RecorderCall;
import dev.jtracer.bootstrap.RecordLayout;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** The calls that pass callbacks, to untraced and to included methods, and the names of these calls. */
public final class CallSites {
    private static final String SEPARATOR = String.valueOf(RecordLayout.SITE_SEPARATOR);
    private static final int ORDINAL_BITS = Byte.SIZE; // a method has at most 255 parameters
    private static final int MOST_METHODS = 1 << 22;
    /** Supertypes of many classes, none of whose methods takes a callback. */
    private static final Set<String> WITHOUT_CALLBACKS = Set.of(
            "java/lang/Object",
            "java/lang/Enum",
            "java/lang/Record",
            "java/lang/Comparable",
            "java/lang/Cloneable",
            "java/lang/Runnable",
            "java/io/Serializable",
            "java/io/Closeable",
            "java/lang/AutoCloseable");

    private final MethodFilter filter;
    private final CallbackTypes types;
    /** Whether parameters of a descriptor may hold callbacks: many calls have the same descriptor. */
    private final TypeResults<Boolean> descriptors;

    /** The untraced types from which included ones inherit a method, by owner, name and descriptor. */
    private final TypeResults<String> inherited;

    /** Whether the methods that types declare have a body. */
    private final TypeResults<Map<String, Boolean>> declared;

    private final MethodTable table;

    /* With the numbers of parameters the recorder matches an argument at a call site with the parameter of the method
     * that is entered. They are the same in all methods of a name and number of parameters: in an interface's method,
     * its implementations and their bridges. Those of a constructor are its class's alone, so that a super
     * constructor does not take what its caller passed to the subclass. */
    private final Map<String, Integer> numbersOfMethods = new ConcurrentHashMap<>();
    private final AtomicInteger lastNumber = new AtomicInteger();
    private final boolean recorded;

    /** @param recorded whether the calls themselves are recorded where they are made */
    public CallSites(MethodFilter filter, CallbackTypes types, MethodTable table, boolean recorded) {
        this.filter = filter;
        this.types = types;
        this.descriptors = new TypeResults<>(types.headers());
        this.inherited = new TypeResults<>(types.headers());
        this.declared = new TypeResults<>(types.headers());
        this.table = table;
        this.recorded = recorded;
    }

    boolean recorded() {
        return recorded;
    }

    /** Returns whether a call with this name and descriptor may pass anything, whichever method it calls. */
    boolean mayPass(ClassLoader loader, int opcode, String name, String descriptor) {
        return descriptor.startsWith("()") ? startsItself(opcode, name) : mayHoldCallbacks(loader, descriptor);
    }

    /** Returns whether a method has a parameter whose type is one of callbacks. */
    public boolean receivesCallback(ClassLoader loader, String descriptor) {
        return mayHoldCallbacks(loader, descriptor)
                && CallbackParameters.ofCall(descriptor, false, types, loader).count() > 0;
    }

    /** Returns whether a descriptor has parameters of types of callbacks, arrays of them, or lists. */
    private boolean mayHoldCallbacks(ClassLoader loader, String descriptor) {
        if (descriptor.startsWith("()") || descriptor.indexOf(';') < 0) {
            return false;
        }
        Boolean found = descriptors.get(loader, descriptor);
        if (found == null) {
            long since = types.headers().now();
            found = CallbackParameters.ofIncludedCall(descriptor, types, loader) != CallbackParameters.NONE;
            descriptors.put(loader, descriptor, found, types.headers().validity(since));
        }
        return found;
    }

    private static boolean startsItself(int opcode, String name) {
        return opcode != Opcodes.INVOKESTATIC && (name.equals("start") || name.equals("fork"));
    }

    /**
     * Returns what a call passes: its receiver if that is a task that starts itself, else the callbacks among its
     * arguments. Returns nothing if the called method is traced and records them itself.
     */
    CallbackParameters callbacks(ClassLoader loader, int opcode, String owner, String name, String descriptor) {
        if (descriptor.startsWith("()")) {
            return startsItself(opcode, name) && types.isTask(loader, owner)
                    ? CallbackParameters.receiver()
                    : CallbackParameters.NONE;
        }
        if (!mayHoldCallbacks(loader, descriptor) || owner.startsWith(RecorderCall.PACKAGE)) {
            return CallbackParameters.NONE;
        }
        String untraced = untracedOwner(loader, owner, name, descriptor);
        return untraced.isEmpty()
                ? CallbackParameters.NONE
                : CallbackParameters.ofCall(descriptor, !isCollection(untraced), types, loader);
    }

    /**
     * Returns the untraced type whose method a call runs: the owner, or a supertype of an included owner such as
     * {@code class Registry extends ConcurrentHashMap}. Returns an empty text if an included type declares the
     * method, which then records its parameters itself, or if that is not known.
     */
    private String untracedOwner(ClassLoader loader, String owner, String name, String descriptor) {
        if (!isTraced(owner, name)) {
            return owner;
        }
        if (name.equals("<init>")) {
            return "";
        }
        String call = owner.concat(".").concat(name).concat(descriptor);
        String found = inherited.get(loader, call);
        if (found == null) {
            long since = types.headers().now();
            found = inheritedFrom(loader, owner, name, descriptor);
            inherited.put(loader, call, found, types.headers().validity(since));
        }
        return found;
    }

    private boolean isTraced(String owner, String name) {
        Coverage coverage = filter.coverage(owner);
        return coverage == Coverage.ALL || coverage == Coverage.SOME && filter.includes(owner, name);
    }

    private String inheritedFrom(ClassLoader loader, String owner, String name, String descriptor) {
        TypeHeader header = types.headers().get(loader, owner);
        if (header == null) {
            return "";
        }
        List<String> above = types.headers().above(loader, header.superName(), header.interfaces(), WITHOUT_CALLBACKS);
        boolean mayInherit = false;
        for (String type : above) {
            mayInherit |= !isTraced(type, name);
        }
        String method = name.concat(descriptor);
        String found = mayInherit ? declaring(loader, owner, name, method) : "";
        for (int i = 0; i < above.size() && found == null; i++) {
            found = declaring(loader, above.get(i), name, method);
        }
        return found == null ? "" : found;
    }

    /**
     * Returns a type if it is untraced and declares a method with a body, an empty text if it declares it otherwise
     * or cannot be read, and null if it does not declare it.
     */
    private @Nullable String declaring(ClassLoader loader, String type, String name, String method) {
        Map<String, Boolean> methods = declared.get(loader, type);
        if (methods == null) {
            methods = types.headers().methods(loader, type);
            if (methods == null) {
                return "";
            }
            declared.put(loader, type, methods, TypeHeaders.ALWAYS);
        }
        Boolean hasBody = methods.get(method);
        return hasBody == null ? null : hasBody && !isTraced(type, name) ? type : "";
    }

    /**
     * Returns what a call passes to an included method: the callbacks among its arguments. The called method records
     * them; the caller announces the site.
     */
    CallbackParameters announced(ClassLoader loader, String owner, String name, String descriptor) {
        if (!mayHoldCallbacks(loader, descriptor)
                || !untracedOwner(loader, owner, name, descriptor).isEmpty()) {
            return CallbackParameters.NONE;
        }
        CallbackParameters callbacks = CallbackParameters.ofIncludedCall(descriptor, types, loader);
        return callbacks.count() == 0 || !numberParameters(callbacks, owner, name, descriptor)
                ? CallbackParameters.NONE
                : callbacks;
    }

    /** Returns the parameters of a method of {@code owner}, an included class, that may hold callbacks. */
    public CallbackParameters ofMethod(
            ClassLoader loader, String owner, boolean isStatic, String name, String descriptor) {
        if (!mayHoldCallbacks(loader, descriptor) && !CallbackParameters.takesAnyObject(descriptor)) {
            return CallbackParameters.NONE;
        }
        CallbackParameters callbacks = CallbackParameters.ofMethod(isStatic, name, descriptor, types, loader);
        if (callbacks.count() > 0) {
            numberParameters(callbacks, owner, name, descriptor);
        }
        return callbacks;
    }

    /** Numbers the parameters of a method, the others after the first. Returns whether there was a number left. */
    private boolean numberParameters(CallbackParameters callbacks, String owner, String name, String descriptor) {
        String method = CallbackTypes.method(name.equals("<init>") ? owner.concat(name) : name, descriptor);
        Integer known = numbersOfMethods.get(method);
        if (known == null) {
            int next = lastNumber.get() < MOST_METHODS ? lastNumber.incrementAndGet() : 0;
            known = numbersOfMethods.putIfAbsent(method, next);
            if (known == null) {
                known = next;
            }
        }
        callbacks.firstNumber(known << ORDINAL_BITS);
        return known != 0;
    }

    /** Returns whether a type is a collection, which copies the elements of a list but never runs them. */
    private static boolean isCollection(String owner) {
        return owner.startsWith("java/util/") && owner.indexOf('/', "java/util/".length()) < 0;
    }

    /** Returns the id of a call's name; 0 if no id is left. */
    int number(String owner, String name) {
        return table.registerOne(owner.replace('/', '.'), name);
    }

    /**
     * Assigns ids to the names of a call's callbacks, which contain the site.
     *
     * @param className the class that makes the call
     * @param site {@code Class.method:line} of the call; without the line if the class has no line numbers
     * @return whether there were ids for all of them
     */
    boolean nameCallbacks(CallbackParameters callbacks, String owner, String name, String className, String site) {
        String prefix = owner.replace('/', '.').concat(".");
        String ending = SEPARATOR.concat(site);
        String[] names = new String[callbacks.count()];
        for (int k = 0; k < names.length; k++) {
            names[k] = prefix.concat(callbacks.name(name, k)).concat(ending);
        }
        try {
            callbacks.nameIds(table.registerCalls(className, names));
            return true;
        } catch (IdsExhaustedException none) {
            return false;
        }
    }
}
