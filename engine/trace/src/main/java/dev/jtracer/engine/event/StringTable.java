// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names by dense index. Any thread may add; any thread may read any index at any time, without a lock. A name never
 * changes.
 *
 * <p>The name of a callback may have a pass site: the line of the source that passes the callback. The same name
 * has an index of its own for each site, so that an event of a callback identifies the site by its name alone. The
 * name of a request or a statement has its {@link NameKind} instead.
 */
public final class StringTable {
    /* Pages, so that growth never moves a name that another thread reads. Writers hold the monitor; a name is stored
     * with release and loaded with acquire, so a reader gets either null or the whole string. */
    private static final int PAGE_BITS = 10;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Object[].class);

    private volatile @Nullable Object[][] pages = new Object[0][];
    /** The site or the kind of each name that has one. */
    private volatile @Nullable Object[][] details = new Object[0][];

    private volatile int size;

    public StringTable() {}

    /** Appends a name and returns its index. Does not check for duplicates. */
    public synchronized int add(String name) {
        put(size, name);
        return size - 1;
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
        @Nullable Object[][] current = grown(pages, index >> PAGE_BITS);
        pages = current;
        @Nullable Object[] page = current[index >> PAGE_BITS];
        Object before = page[index & (PAGE_SIZE - 1)];
        if (before != null && !before.equals(name)) {
            throw new IllegalArgumentException(
                    "name index '" + index + "' is '" + before + "' already; it cannot become '" + name + "'");
        }
        ELEMENT.setRelease(page, index & (PAGE_SIZE - 1), name);
        size = Math.max(size, index + 1);
    }

    /** Appends a name with its pass site and returns its index. Does not check for duplicates. */
    public synchronized int add(String name, String site) {
        put(size, name, site);
        return size - 1;
    }

    /**
     * Sets the name and the pass site of an index chosen by the caller, see {@link #put(int, String)}.
     *
     * @param site {@code Class.method:line}; empty for none
     */
    public synchronized void put(int index, String name, String site) {
        putDetail(index, site.isEmpty() ? null : site);
        put(index, name);
    }

    /** Appends a name with its kind and returns its index. Does not check for duplicates. */
    public synchronized int add(String name, NameKind kind) {
        put(size, name, kind);
        return size - 1;
    }

    /** Sets the name and the kind of an index chosen by the caller, see {@link #put(int, String)}. */
    public synchronized void put(int index, String name, NameKind kind) {
        putDetail(index, kind == NameKind.METHOD ? null : kind);
        put(index, name);
    }

    private void putDetail(int index, @Nullable Object detail) {
        if (index < 0 || detail == null) {
            return;
        }
        int number = index >> PAGE_BITS;
        @Nullable Object[][] current = grown(details, number);
        details = current;
        @Nullable Object[] page = current[number];
        Object before = page[index & (PAGE_SIZE - 1)];
        if (before != null && !before.equals(detail)) {
            throw new IllegalArgumentException("name index '" + index + "' has the site or kind '" + before
                    + "' already; it cannot become '" + detail + "'");
        }
        // Before the name, so that a reader that sees the name sees its detail.
        ELEMENT.setRelease(page, index & (PAGE_SIZE - 1), detail);
    }

    private static @Nullable Object[][] grown(@Nullable Object[][] pages, int number) {
        if (number < pages.length) {
            return pages;
        }
        @Nullable Object[][] grown = Arrays.copyOf(pages, number + 1);
        for (int i = pages.length; i <= number; i++) {
            grown[i] = new Object[PAGE_SIZE];
        }
        return grown;
    }

    /** Returns the name of an index; {@code "?INDEX"} if it has none, so that a lost name never loses an event. */
    public String get(int index) {
        Object name = find(pages, index);
        return name == null ? "?" + index : (String) name;
    }

    /** Returns the pass site of an index; empty if it has none. */
    public String site(int index) {
        return find(details, index) instanceof String site ? site : "";
    }

    /** Returns the kind of the calls of an index. */
    public NameKind kind(int index) {
        return find(details, index) instanceof NameKind kind ? kind : NameKind.METHOD;
    }

    private static @Nullable Object find(@Nullable Object[][] pages, int index) {
        int number = index >> PAGE_BITS;
        return index >= 0 && number < pages.length ? ELEMENT.getAcquire(pages[number], index & (PAGE_SIZE - 1)) : null;
    }

    /** Returns one more than the highest index with a name. */
    public int size() {
        return size;
    }
}
