// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names by dense index. Any thread may add; any thread may read any index at any time, without a lock. A name never changes.
 *
 * <p>The name of a callback may have a passing site: the line of the source that hands the callback over. The same name has an
 * index of its own for each site, so that an event of a callback identifies the site by its name alone.
 */
public final class StringTable {
    /* Pages, so that growth never moves a name that another thread reads. Writers hold the monitor; a name is stored with
     * release and loaded with acquire, so a reader gets either null or the whole string. */
    private static final int PAGE_BITS = 10;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;
    private static final VarHandle NAME = MethodHandles.arrayElementVarHandle(String[].class);

    private volatile @Nullable String[][] pages = new String[0][];
    private volatile @Nullable String[][] sites = new String[0][];
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

    /** Appends a name with its passing site and returns its index. Does not check for duplicates. */
    public synchronized int add(String name, String site) {
        int index = size;
        put(index, name, site);
        return index;
    }

    /**
     * Sets the name and the passing site of an index chosen by the caller, see {@link #put(int, String)}.
     *
     * @param site {@code Class.method:line}; empty for none
     */
    public synchronized void put(int index, String name, String site) {
        if (index >= 0 && !site.isEmpty()) {
            int number = index >> PAGE_BITS;
            @Nullable String[][] current = grown(sites, number);
            sites = current;
            @Nullable String[] page = current[number];
            String before = page[index & (PAGE_SIZE - 1)];
            if (before != null && !before.equals(site)) {
                throw new IllegalArgumentException("name index '" + index + "' has the site '" + before
                        + "' already; it cannot become '" + site + "'");
            }
            // Before the name, so that a reader that sees the name sees its site.
            NAME.setRelease(page, index & (PAGE_SIZE - 1), site);
        }
        put(index, name);
    }

    private @Nullable String[] page(int number) {
        @Nullable String[][] current = grown(pages, number);
        pages = current;
        return current[number];
    }

    private static @Nullable String[][] grown(@Nullable String[][] pages, int number) {
        if (number < pages.length) {
            return pages;
        }
        @Nullable String[][] grown = Arrays.copyOf(pages, number + 1);
        for (int i = pages.length; i <= number; i++) {
            grown[i] = new String[PAGE_SIZE];
        }
        return grown;
    }

    /** Returns the name of an index; {@code "?INDEX"} if it has none, so that a lost name never loses an event. */
    public String get(int index) {
        String name = find(pages, index);
        return name == null ? "?" + index : name;
    }

    /** Returns the passing site of an index; empty if it has none. */
    public String site(int index) {
        String site = find(sites, index);
        return site == null ? "" : site;
    }

    private static @Nullable String find(@Nullable String[][] pages, int index) {
        int number = index >> PAGE_BITS;
        return index >= 0 && number < pages.length
                ? (String) NAME.getAcquire(pages[number], index & (PAGE_SIZE - 1))
                : null;
    }

    /** Returns one more than the highest index with a name. */
    public int size() {
        return size;
    }
}
