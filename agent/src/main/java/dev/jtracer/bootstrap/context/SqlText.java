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
    /* Not a StringBuilder, which checks each character: 0.4 us less for a statement of 150 characters. */
    private final char[] masked;
    private int length;
    private int at;

    private SqlText(String sql) {
        this.sql = sql;
        this.masked = new char[Math.min(sql.length(), MOST_CHARACTERS) + 1];
    }

    static String masked(String sql) {
        return new SqlText(sql).mask();
    }

    private String mask() {
        while (at < sql.length() && length < MOST_CHARACTERS) {
            next(sql.charAt(at));
        }
        if (at < sql.length()) {
            masked[length++] = '…';
        }
        return new String(masked, 0, before() == ' ' ? length - 1 : length);
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
            int end = at + 1;
            while (isWord(c) && end < sql.length() && isWord(sql.charAt(end))) {
                end++; // a digit within a word begins no number
            }
            copy(end);
        }
    }

    /** Copies the text up to an end, or what there is room for. */
    private void copy(int end) {
        int cut = Math.min(end, at + MOST_CHARACTERS - length);
        sql.getChars(at, cut, masked, length);
        length += cut - at;
        at = cut;
    }

    private void space(int end) {
        if (length > 0 && before() != ' ') {
            masked[length++] = ' ';
        }
        at = end;
    }

    private void literal(int end) {
        masked[length++] = '?';
        at = end;
    }

    /* A name in standard SQL, and a text in MySQL: kept only where a name must stand. */
    private void quoted(int end) {
        boolean isName = before() == '.' || end < sql.length() && sql.charAt(end) == '.' || isBehindTableWord();
        if (isName && end <= sql.length()) {
            copy(end);
        } else {
            literal(end);
        }
    }

    private boolean isBehindTableWord() {
        int end = length;
        for (String word : BEFORE_TABLE) {
            int from = end - 1 - word.length();
            if (from >= 0
                    && before() == ' '
                    && (from == 0 || !isWord(masked[from - 1]))
                    && new String(masked, from, word.length()).equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }

    private char before() {
        return length == 0 ? 0 : masked[length - 1];
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
