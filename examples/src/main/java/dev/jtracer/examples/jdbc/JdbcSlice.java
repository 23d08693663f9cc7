// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.jdbc;

import dev.jtracer.engine.view.Slice;
import dev.jtracer.engine.view.SliceData;
import dev.jtracer.engine.view.SliceType;
import dev.jtracer.engine.view.TypeKey;

/** A database call: its title is the statement instead of the name of a method of the driver. */
final class JdbcSlice extends Slice {
    private JdbcSlice(SliceData data) {
        super(data);
    }

    @Override
    public String title() {
        String sql = args().text("sql");
        return sql == null ? originalTitle() : sql;
    }

    @Override
    public String groupTitle() {
        String title = title();
        int space = title.indexOf(' ');
        return space < 0 ? title : title.substring(0, space);
    }

    /** Makes a JDBC slice of every call of category {@code jdbc}. */
    static final class Type implements SliceType {
        @Override
        public TypeKey key() {
            return TypeKey.categoryParts("jdbc");
        }

        @Override
        public Slice create(SliceData data) {
            return new JdbcSlice(data);
        }
    }
}
