// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.IntUnaryOperator;

/** Executions of a prepared statement. */
public final class ContextPrepared implements IntUnaryOperator {
    private final PreparedStatement statement =
            ContextCalls.complete(ContextCalls.OneConnection.class).prepareStatement(ContextCalls.SQL);

    @Override
    public int applyAsInt(int number) {
        try {
            return number + statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
