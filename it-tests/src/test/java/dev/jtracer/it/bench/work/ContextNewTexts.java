// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** Executions of a statement whose text is another object each time, with another literal. */
public final class ContextNewTexts implements IntUnaryOperator {
    private final ContextCalls.OneStatement statement = ContextCalls.complete(ContextCalls.OneStatement.class);

    @Override
    public int applyAsInt(int number) {
        return number + statement.executeUpdate(ContextCalls.SQL.concat(Integer.toString(number)));
    }
}
