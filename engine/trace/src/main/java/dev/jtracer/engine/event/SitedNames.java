// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * The indexes of names with a pass site or a kind, in a {@link StringTable} to which an interner adds the names
 * alone. Not safe for use by several threads.
 */
public final class SitedNames {
    private final StringTable names;
    private final StringTable symbols;
    private final LongIntTable indexes = new LongIntTable();
    private int left;

    /**
     * @param symbols contains the sites
     * @param most limit of indexes
     */
    public SitedNames(StringTable names, StringTable symbols, int most) {
        this.names = names;
        this.symbols = symbols;
        this.left = most;
    }

    /**
     * Returns the index of a name with a site; that of the name alone beyond the limit.
     *
     * @param name index of the name
     * @param site index of the site among the symbols
     */
    public int index(int name, int site) {
        long key = (long) name << Integer.SIZE | site;
        int known = indexes.get(key);
        if (known != LongIntTable.ABSENT) {
            return known;
        }
        return left == 0 ? name : put(key, names.add(names.get(name), symbols.get(site)));
    }

    /** Returns the index of a name with a kind; that of the name alone beyond the limit. */
    @SuppressWarnings("EnumOrdinal") // the number does not leave the table
    public int index(int name, NameKind kind) {
        // Symbols are not negative.
        long key = (long) name << Integer.SIZE | Integer.toUnsignedLong(~kind.ordinal());
        int known = indexes.get(key);
        if (known != LongIntTable.ABSENT) {
            return known;
        }
        return left == 0 ? name : put(key, names.add(names.get(name), kind));
    }

    private int put(long key, int index) {
        left--;
        indexes.put(key, index);
        return index;
    }
}
