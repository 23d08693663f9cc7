// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

/**
 * The text of a statement without its data: a question mark in place of each literal, no comments, single spaces. Where it is
 * unclear what is a literal, because databases differ, more is replaced.
 */
final class SqlText {
    static final int MOST_CHARACTERS = 500;
    private static final String[] BEFORE_TABLE = {"FROM", "JOIN", "INTO", "UPDATE", "TABLE", "AS"};

    private final String sql;
    private final StringBuilder masked;
    private int at;

    private SqlText(String sql) {
        this.sql = sql;
        this.masked = new StringBuilder(Math.min(sql.length(), MOST_CHARACTERS + 1));
    }

    static String masked(String sql) {
        return new SqlText(sql).mask();
    }

    private String mask() {
        while (at < sql.length() && masked.length() < MOST_CHARACTERS) {
            next(sql.charAt(at));
        }
        if (at < sql.length()) {
            masked.append('…');
        }
        int end = masked.length();
        return end > 0 && masked.charAt(end - 1) == ' ' ? masked.substring(0, end - 1) : masked.toString();
    }

    private void next(char c) {
        char following = at + 1 < sql.length() ? sql.charAt(at + 1) : 0;
        if (c <= ' ' || c == 0x7f) {
            space(at + 1);
        } else if (c == '-' && following == '-' || c == '#' && following <= ' ') {
            space(endOfLine());
        } else if (c == '/' && following == '*') {
            space(behind("*/", at + 2));
        } else if (c == '\'') {
            literal(before() == 'q' || before() == 'Q' ? sql.length() : behindQuote('\'')); // Oracle: q'[it's]'
        } else if (c == '"') {
            quoted(behindQuote('"'));
        } else if (c == '$' && !isWord(before()) && isDollarQuote()) {
            literal(behind(sql.substring(at, sql.indexOf('$', at + 1) + 1), sql.indexOf('$', at + 1) + 1));
        } else if (isDigit(c) && !isWord(before()) || c == '.' && isDigit(following) && !isWord(before())) {
            literal(behindNumber());
        } else {
            masked.append(c);
            at++;
        }
    }

    private void space(int end) {
        if (masked.length() > 0 && before() != ' ') {
            masked.append(' ');
        }
        at = end;
    }

    private void literal(int end) {
        masked.append('?');
        at = end;
    }

    /* A name in standard SQL, and a text in MySQL: kept only where a name must stand. */
    private void quoted(int end) {
        boolean isName = before() == '.' || end < sql.length() && sql.charAt(end) == '.' || isBehindTableWord();
        if (isName && end <= sql.length()) {
            masked.append(sql, at, end);
            at = end;
        } else {
            literal(end);
        }
    }

    private boolean isBehindTableWord() {
        int end = masked.length();
        for (String word : BEFORE_TABLE) {
            int from = end - 1 - word.length();
            if (from >= 0
                    && before() == ' '
                    && (from == 0 || !isWord(masked.charAt(from - 1)))
                    && masked.substring(from, end - 1).equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }

    private char before() {
        return masked.length() == 0 ? 0 : masked.charAt(masked.length() - 1);
    }

    private int endOfLine() {
        int end = at;
        while (end < sql.length() && sql.charAt(end) != '\n' && sql.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    private int behind(String end, int from) {
        int found = sql.indexOf(end, from);
        return found < 0 ? sql.length() : found + end.length();
    }

    /* Some databases escape a quote with a backslash, others do not: with a backslash before a quote, the rest of the text is masked. */
    private int behindQuote(char quote) {
        int end = sql.indexOf(quote, at + 1);
        while (end >= 0) {
            if (sql.charAt(end - 1) == '\\' && end - 1 > at) {
                return sql.length();
            }
            boolean isDoubled = end + 1 < sql.length() && sql.charAt(end + 1) == quote;
            if (!isDoubled) {
                return end + 1;
            }
            end = sql.indexOf(quote, end + 2);
        }
        return sql.length();
    }

    private boolean isDollarQuote() {
        int end = sql.indexOf('$', at + 1);
        if (end < 0 || isDigit(sql.charAt(at + 1))) {
            return false;
        }
        for (int i = at + 1; i < end; i++) {
            if (!isWord(sql.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private int behindNumber() {
        int end = at + 1;
        while (end < sql.length() && (isWord(sql.charAt(end)) || sql.charAt(end) == '.')) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWord(char c) {
        return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c > 0x7f;
    }
}
