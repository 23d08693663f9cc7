// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** Parses and evaluates arithmetic expressions: small methods of real code, some virtual, some allocating. */
public final class Calculator implements IntUnaryOperator {
    private static final String[] EXPRESSIONS = {
        "1 + 2 * (x - 3) - 4 / (x * x + 1)",
        "((x + 1) * (x + 2) * (x + 3) - x) / 7",
        "-x * 12 + 34 * (56 - x / 2) - -9",
    };

    @Override
    public int applyAsInt(int seed) {
        String expression = EXPRESSIONS[(seed & 0x7fffffff) % EXPRESSIONS.length];
        return new Parser(new Lexer(expression)).parse().value(seed);
    }
}
