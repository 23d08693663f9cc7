// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names by dense index. Any thread may add; any thread may read any index at any time, without a lock. A name never changes.
 */
public final class StringTable {
    /* Pages, so that growth never moves a name that another thread reads. Writers hold the monitor; a name is stored with
     * release and loaded with acquire, so a reader gets either null or the whole string. */
    private static final int PAGE_BITS = 10;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;
    private static final VarHandle NAME = MethodHandles.arrayElementVarHandle(String[].class);

    private volatile @Nullable String[][] pages = new String[0][];
    private volatile int size;

    /** Creates an empty table. */
    public StringTable() {}

    /** Appends a name and returns its index. Does not check for duplicates. */
    public synchronized int add(String name) {
        int index = size;
        put(index, name);
        return index;
    }

    /**
     * Sets the name of an index chosen by the caller, who keeps indexes dense.
     *
     * @throws IllegalArgumentException if the index is negative or has another name already
     */
    public synchronized void put(int index, String name) {
        if (index < 0) {
            throw new IllegalArgumentException("name index '" + index + "' is negative");
        }
        @Nullable String[] page = page(index >> PAGE_BITS);
        String before = page[index & (PAGE_SIZE - 1)];
        if (before != null && !before.equals(name)) {
            throw new IllegalArgumentException(
                    "name index '" + index + "' is '" + before + "' already; it cannot become '" + name + "'");
        }
        NAME.setRelease(page, index & (PAGE_SIZE - 1), name);
        size = Math.max(size, index + 1);
    }

    private @Nullable String[] page(int number) {
        @Nullable String[][] current = pages;
        if (number >= current.length) {
            int before = current.length;
            current = Arrays.copyOf(current, number + 1);
            for (int i = before; i <= number; i++) {
                current[i] = new String[PAGE_SIZE];
            }
            pages = current;
        }
        return current[number];
    }

    /** Returns the name of an index; {@code "?INDEX"} if it has none, so that a lost name never loses an event. */
    public String get(int index) {
        @Nullable String[][] current = pages;
        int number = index >> PAGE_BITS;
        if (index >= 0 && number < current.length) {
            String name = (String) NAME.getAcquire(current[number], index & (PAGE_SIZE - 1));
            if (name != null) {
                return name;
            }
        }
        return "?" + index;
    }

    /** Returns one more than the highest index with a name. */
    public int size() {
        return size;
    }
}
