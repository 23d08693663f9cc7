// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.request;

import java.util.List;

/** The statements that calls made, a row for each name of calls, the most in one call first. Immutable. */
public record Statements(List<Row> rows) {
    public Statements {
        rows = List.copyOf(rows);
    }

    /**
     * The calls of one name that made statements.
     *
     * @param name name of the calls: root calls, or requests that the program served
     * @param calls how many of them made at least one statement
     * @param total statements of all of them
     * @param most statements of the one that made the most
     * @param repeated the most that one call within that one made the same statement
     * @param repeatedIn name of that call; that of the row if no statement was repeated
     * @param statement that statement, {@code SQL SELECT * FROM items WHERE order_id = ?}
     */
    public record Row(
            String name, long calls, long total, long most, long repeated, String repeatedIn, String statement) {
        Row plus(Row more) {
            Row most = more.most > this.most ? more : this;
            return new Row(
                    name,
                    calls + more.calls,
                    total + more.total,
                    most.most,
                    most.repeated,
                    most.repeatedIn,
                    most.statement);
        }
    }
}
