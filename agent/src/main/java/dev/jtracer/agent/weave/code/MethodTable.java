// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The ids of woven methods. An id identifies one displayed name, {@code com.acme.Cache.findObject}: overloads share
 * it, and so does the same class when it is woven again or loaded by another class loader.
 *
 * <p>Ids count up from 1 and are never reused. All methods may be called from any thread.
 */
public final class MethodTable {
    /** The largest id that fits into a record. */
    public static final int MAX_ID = (1 << 22) - 2;

    private final int maxId;
    private final Listener listener;
    private final Map<String, int[]> idsByClass = new HashMap<>();
    private String[] names = new String[1024];
    // Written after the names that it covers, so a thread that reads it sees them.
    private volatile int lastId;

    public MethodTable(Listener listener) {
        this(listener, MAX_ID);
    }

    public MethodTable(Listener listener, int maxId) {
        this.listener = listener;
        this.maxId = maxId;
    }

    /** Assigns the first ids to names in order, as an earlier table's {@link #classNames} and {@link #names} are. */
    public MethodTable(Listener listener, String[] classNames, String[] names) {
        this(listener);
        for (int i = 0; i < names.length; i++) {
            put(i + 1, names[i]);
            idsByClass.merge(classNames[i], new int[] {i + 1}, MethodTable::concatenated);
        }
        if (names.length > 0) {
            listener.registered(1, names);
        }
        lastId = names.length;
    }

    private static int[] concatenated(int[] some, int[] more) {
        int[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    /** Returns the name of each id, from 1. */
    public String[] names() {
        synchronized (idsByClass) {
            return Arrays.copyOfRange(names, 1, lastId + 1);
        }
    }

    /** Returns the name of an id that was assigned. */
    public String name(int id) {
        synchronized (idsByClass) {
            return names[id];
        }
    }

    /** Returns the class name of each id, from 1; null for an id that was spent. */
    public String[] classNames() {
        synchronized (idsByClass) {
            String[] classNames = new String[lastId];
            idsByClass.forEach((className, ids) -> {
                for (int id : ids) {
                    classNames[id - 1] = className;
                }
            });
            return classNames;
        }
    }

    /**
     * Assigns ids to methods of a class.
     *
     * @param className with dots, as it is displayed
     * @param methods the methods' names; the same name may occur several times
     * @return the ids, in the order of {@code methods}
     * @throws IdsExhaustedException if there are too few ids for all of them; then none gets one
     * @throws RuntimeException from the listener; then none gets one, and as many are spent
     */
    public int[] register(String className, String[] methods) throws IdsExhaustedException {
        // concat: a JVM's first + of strings starts the machinery behind it, 25 ms of the 58 ms of a warm-up.
        return register(className, className.concat("."), methods);
    }

    /**
     * Assigns ids to names that a class uses for calls of other classes, like {@link #register}.
     *
     * @param className the class that makes the calls
     * @param names complete names
     */
    public int[] registerCalls(String className, String[] names) throws IdsExhaustedException {
        // A key of their own, so that the class's own methods are not searched.
        return register(className.concat(":"), "", names);
    }

    /** Assigns an id to a method like {@link #register}; returns 0 if no id is left. */
    public int registerOne(String className, String method) {
        return one(className, className.concat("."), method);
    }

    /** Assigns an id to a name like {@link #registerCalls}; returns 0 if no id is left. */
    public int registerCall(String className, String name) {
        return one(className.concat(":"), "", name);
    }

    private int one(String key, String prefix, String method) {
        try {
            return register(key, prefix, new String[] {method})[0];
        } catch (IdsExhaustedException none) {
            return 0;
        }
    }

    private int[] register(String key, String prefix, String[] methods) throws IdsExhaustedException {
        synchronized (idsByClass) {
            int[] known = idsByClass.get(key);
            int[] ids = known == null ? new int[0] : known;
            int[] result = new int[methods.length];
            int next = lastId + 1;
            for (int i = 0; i < methods.length; i++) {
                int id = find(ids, prefix, methods[i]);
                if (id == 0) {
                    if (next > maxId) {
                        throw new IdsExhaustedException();
                    }
                    id = next++;
                    put(id, prefix.concat(methods[i]));
                    ids = Arrays.copyOf(ids, ids.length + 1);
                    ids[ids.length - 1] = id;
                }
                result[i] = id;
            }
            if (next > lastId + 1) {
                int first = lastId + 1;
                // Also if the listener fails: it may have stored the names under these ids.
                lastId = next - 1;
                listener.registered(first, Arrays.copyOfRange(names, first, next));
                idsByClass.put(key, ids);
            }
            return result;
        }
    }

    /* A class has few methods and only its own ids: a scan is cheaper to maintain than a map of every method. A
     * search from the end finds an overload at once, because compilers put it beside its sibling. */
    private int find(int[] ids, String prefix, String method) {
        int length = prefix.length() + method.length();
        for (int i = ids.length - 1; i >= 0; i--) {
            String name = names[ids[i]];
            if (name.length() == length && name.endsWith(method)) {
                return ids[i];
            }
        }
        return 0;
    }

    private void put(int id, String name) {
        if (id == names.length) {
            names = Arrays.copyOf(names, names.length * 2);
        }
        names[id] = name;
    }

    /** A receiver of new names, before anything can use their ids. */
    public interface Listener {
        /**
         * Receives new names, under the table's lock. If it throws, the names are not registered and their class
         * stays untouched.
         *
         * @param firstId the id of {@code names[0]}; the others follow without a gap
         * @param names the displayed names, none of them registered before
         */
        void registered(int firstId, String[] names);
    }

    /** Thrown when there are no method ids left. */
    public static final class IdsExhaustedException extends Exception {
        private static final long serialVersionUID = 1;

        IdsExhaustedException() {
            super("all 4194303 method ids are taken");
        }
    }
}
