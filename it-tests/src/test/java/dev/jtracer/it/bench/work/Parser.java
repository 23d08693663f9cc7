// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

/** Recursive descent: sum, product, factor. */
final class Parser {
    private final Lexer lexer;
    private char token;

    Parser(Lexer lexer) {
        this.lexer = lexer;
        advance();
    }

    Expression parse() {
        Expression sum = sum();
        if (token != Lexer.END) {
            throw new IllegalArgumentException("unexpected '" + token + "'");
        }
        return sum;
    }

    private Expression sum() {
        Expression left = product();
        while (token == '+' || token == '-') {
            char operator = token;
            advance();
            left = new Expression.Binary(operator, left, product());
        }
        return left;
    }

    private Expression product() {
        Expression left = factor();
        while (token == '*' || token == '/') {
            char operator = token;
            advance();
            left = new Expression.Binary(operator, left, factor());
        }
        return left;
    }

    private Expression factor() {
        char first = token;
        int number = lexer.number();
        advance();
        return switch (first) {
            case Lexer.NUMBER -> new Expression.Literal(number);
            case 'x' -> new Expression.Variable();
            case '-' -> new Expression.Negation(factor());
            case '(' -> bracketed();
            default -> throw new IllegalArgumentException("unexpected '" + first + "'");
        };
    }

    private Expression bracketed() {
        Expression inner = sum();
        if (token != ')') {
            throw new IllegalArgumentException("missing ')'");
        }
        advance();
        return inner;
    }

    private void advance() {
        token = lexer.next();
    }
}
