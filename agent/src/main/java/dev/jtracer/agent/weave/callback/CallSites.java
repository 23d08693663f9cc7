// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.filter.MethodFilter.Coverage;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.code.MethodTable.IdsExhaustedException;
import dev.jtracer.agent.weave.code.RecorderCall;
import dev.jtracer.bootstrap.RecordLayout;

/** The calls that hand callbacks to untraced methods, and the names of these calls. */
public final class CallSites {
    private static final String SEPARATOR = String.valueOf(RecordLayout.SITE_SEPARATOR);

    private final MethodFilter filter;
    private final CallbackTypes types;
    private final MethodTable table;
    private final boolean recorded;

    /** @param recorded whether the calls themselves are recorded where they are made */
    public CallSites(MethodFilter filter, CallbackTypes types, MethodTable table, boolean recorded) {
        this.filter = filter;
        this.types = types;
        this.table = table;
        this.recorded = recorded;
    }

    /** Returns whether the calls themselves are recorded at the call site. */
    boolean recorded() {
        return recorded;
    }

    /**
     * Returns what a call hands over: its receiver if that is a task that starts itself, else the callbacks among its
     * arguments. Returns nothing if the called method is traced and records them itself.
     */
    CallbackParameters callbacks(ClassLoader loader, String owner, String name, String descriptor) {
        if (descriptor.startsWith("()")) {
            boolean startsItself = (name.equals("start") || name.equals("fork")) && types.isTask(loader, owner);
            return startsItself ? CallbackParameters.receiver() : CallbackParameters.NONE;
        }
        if (descriptor.indexOf(';') < 0
                || owner.startsWith(RecorderCall.PACKAGE)
                || filter.coverage(owner) != Coverage.NONE) {
            return CallbackParameters.NONE;
        }
        return CallbackParameters.ofCall(descriptor, !isCollection(owner), types, loader);
    }

    /** Returns whether a type is a collection, which copies the elements of a list but never runs them. */
    private static boolean isCollection(String owner) {
        return owner.startsWith("java/util/") && owner.indexOf('/', "java/util/".length()) < 0;
    }

    /**
     * Assigns ids to a call and to the names of its callbacks, which contain the site. Returns the call's id.
     *
     * @param site where the call is made
     */
    int number(CallbackParameters callbacks, String owner, String name, PassingSite site) throws IdsExhaustedException {
        String ownerName = owner.replace('/', '.');
        int call = table.register(ownerName, new String[] {name})[0];
        String prefix = ownerName.concat(".");
        String ending = SEPARATOR.concat(site.text());
        String[] names = new String[callbacks.count()];
        for (int k = 0; k < names.length; k++) {
            names[k] = prefix.concat(callbacks.name(name, k)).concat(ending);
        }
        callbacks.nameIds(table.registerCalls(site.className(), names));
        return call;
    }
}
