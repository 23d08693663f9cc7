// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.filter.MethodFilter.Coverage;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.code.MethodTable.IdsExhaustedException;
import dev.jtracer.agent.weave.code.RecorderCall;
import dev.jtracer.bootstrap.RecordLayout;

/** The calls that pass callbacks, to untraced and to included methods, and the names of these calls. */
public final class CallSites {
    private static final String SEPARATOR = String.valueOf(RecordLayout.SITE_SEPARATOR);

    private final MethodFilter filter;
    private final CallbackTypes types;
    /** Whether parameters of a descriptor may hold callbacks: many calls have the same descriptor. */
    private final TypeResults<Boolean> descriptors;

    private final MethodTable table;
    private final ParameterNumbers parameterNumbers = new ParameterNumbers();
    private final boolean recorded;

    /** @param recorded whether the calls themselves are recorded where they are made */
    public CallSites(MethodFilter filter, CallbackTypes types, MethodTable table, boolean recorded) {
        this.filter = filter;
        this.types = types;
        this.descriptors = new TypeResults<>(types.headers());
        this.table = table;
        this.recorded = recorded;
    }

    boolean recorded() {
        return recorded;
    }

    /** Returns whether a call with this name and descriptor may pass anything, whichever method it calls. */
    boolean mayPass(ClassLoader loader, String name, String descriptor) {
        return descriptor.startsWith("()") ? startsItself(name) : mayHoldCallbacks(loader, descriptor);
    }

    /**
     * Returns whether a method with this descriptor has parameters of types of callbacks, arrays of them, or lists.
     */
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

    private static boolean startsItself(String name) {
        return name.equals("start") || name.equals("fork");
    }

    /**
     * Returns what a call passes: its receiver if that is a task that starts itself, else the callbacks among its
     * arguments. Returns nothing if the called method is traced and records them itself.
     */
    CallbackParameters callbacks(ClassLoader loader, String owner, String name, String descriptor) {
        if (descriptor.startsWith("()")) {
            return startsItself(name) && types.isTask(loader, owner)
                    ? CallbackParameters.receiver()
                    : CallbackParameters.NONE;
        }
        if (!mayHoldCallbacks(loader, descriptor)
                || owner.startsWith(RecorderCall.PACKAGE)
                || filter.coverage(owner) != Coverage.NONE) {
            return CallbackParameters.NONE;
        }
        return CallbackParameters.ofCall(descriptor, !isCollection(owner), types, loader);
    }

    /**
     * Returns what a call passes to an included method: the callbacks among its arguments. The called method records
     * them; the caller announces the site.
     */
    CallbackParameters announced(ClassLoader loader, String owner, String name, String descriptor) {
        if (!mayHoldCallbacks(loader, descriptor) || filter.coverage(owner) == Coverage.NONE) {
            return CallbackParameters.NONE;
        }
        CallbackParameters callbacks = CallbackParameters.ofIncludedCall(descriptor, types, loader);
        return callbacks.count() == 0 || !numberParameters(callbacks, owner, name, descriptor)
                ? CallbackParameters.NONE
                : callbacks;
    }

    /**
     * Returns the parameters of an included method that may hold callbacks. {@code owner} is its class, in internal
     * form.
     */
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

    /** Returns whether there was a number left. */
    private boolean numberParameters(CallbackParameters callbacks, String owner, String name, String descriptor) {
        int first = parameterNumbers.first(owner, name, descriptor);
        callbacks.firstNumber(first);
        return first != 0;
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
     * @param site where the call is made
     * @return whether there were ids for all of them
     */
    boolean nameCallbacks(CallbackParameters callbacks, String owner, String name, PassSite site) {
        String prefix = owner.replace('/', '.').concat(".");
        String ending = SEPARATOR.concat(site.text());
        String[] names = new String[callbacks.count()];
        for (int k = 0; k < names.length; k++) {
            names[k] = prefix.concat(callbacks.name(name, k)).concat(ending);
        }
        try {
            callbacks.nameIds(table.registerCalls(site.className(), names));
            return true;
        } catch (IdsExhaustedException none) {
            return false;
        }
    }
}
