// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

/** A node of the syntax tree. */
interface Expression {
    int value(int x);

    /** A number. */
    record Literal(int number) implements Expression {
        @Override
        public int value(int x) {
            return number;
        }
    }

    /** The variable. */
    record Variable() implements Expression {
        @Override
        public int value(int x) {
            return x;
        }
    }

    /** A negated expression. */
    record Negation(Expression operand) implements Expression {
        @Override
        public int value(int x) {
            return -operand.value(x);
        }
    }

    /** Two expressions and an operator. */
    record Binary(char operator, Expression left, Expression right) implements Expression {
        @Override
        public int value(int x) {
            return apply(left.value(x), right.value(x));
        }

        private int apply(int a, int b) {
            return switch (operator) {
                case '+' -> a + b;
                case '-' -> a - b;
                case '*' -> a * b;
                default -> b == 0 ? 0 : a / b;
            };
        }
    }
}
