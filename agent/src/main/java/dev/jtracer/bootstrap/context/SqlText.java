// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

/**
 * The text of a statement without its data: a question mark in place of each literal, no comments, single spaces.
 * Databases differ in what is a literal, a comment or a name. What is one of the three in some of them is replaced;
 * where they also differ in its end, the rest of the text is.
 */
final class SqlText {
    static final int MOST_CHARACTERS = 500;
    private static final String[] BEFORE_TABLE = {"JOIN", "INTO", "UPDATE", "TABLE", "AS"};
    /** First words of statements whose unquoted words are no data, unlike in {@code PRAGMA key = hunter2}. */
    private static final String[] FIRST_WORDS =
            ("SELECT INSERT UPDATE DELETE MERGE WITH CALL VALUES REPLACE UPSERT BEGIN END"
                            + " COMMIT ROLLBACK SAVEPOINT RELEASE START SET CREATE ALTER DROP TRUNCATE GRANT REVOKE COMMENT EXEC EXECUTE"
                            + " DECLARE IF FETCH TABLE LOCK EXPLAIN ANALYZE SHOW DESCRIBE USE COPY VACUUM REINDEX REFRESH")
                    .split(" ");

    private static final String[] ACCOUNTS =
            "CREATE USER,ALTER USER,CREATE ROLE,ALTER ROLE,CREATE LOGIN,ALTER LOGIN".split(",");

    private static final String[] BEFORE_SECRET =
            "IDENTIFIED BY,IDENTIFIED WITH,IDENTIFIED VIA,AUTHENTICATED BY,WITH PASSWORD,MODIFY PASSWORD".split(",");

    /** The kinds of characters; those of words first, then those within words. */
    private static final byte LETTER = 0;

    private static final byte DIGIT = 1;
    private static final byte DOLLAR = 2;
    private static final byte SPACE = 3;
    private static final byte OTHER = 4;
    private static final byte[] ASCII = new byte[0x80];

    static {
        for (char c = 0; c < ASCII.length; c++) {
            ASCII[c] = kindOf(c);
        }
    }

    private final String sql;
    /* Not a StringBuilder, which checks each character: 0.4 us less for a statement of 150 characters. */
    private final char[] masked;
    private int length;
    private int at;
    /** Whether the statement has no word so far. */
    private boolean isFirst = true;
    /** Whether the statement sets a variable, to a word perhaps. */
    private boolean sets;
    /** Whether the statement is about an account, to whose words a password belongs. */
    private boolean isOfAccount;
    /** One bit per level of parentheses, the innermost last: whether they contain a query. */
    private long queries;

    private SqlText(String sql) {
        this.sql = sql;
        this.masked = new char[Math.min(sql.length(), MOST_CHARACTERS) + 3];
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
        switch (kind(c)) {
            case LETTER -> word();
            case SPACE -> space(at + 1);
            default -> {
                if (!isComment(c)) {
                    symbol(c);
                }
            }
        }
    }

    /** Skips a comment, if there is one here. */
    private boolean isComment(char c) {
        if (c == '-' && after(1) == '-') {
            lineComment(2, after(2) <= ' ');
        } else if (c == '#') {
            lineComment(1, false); // a comment in MySQL, a part of names and operators in others
        } else if (c == '/' && after(1) == '/') {
            lineComment(2, false);
        } else if (c == '/' && after(1) == '*') {
            comment();
        } else {
            return false;
        }
        return true;
    }

    private void symbol(char c) {
        if (isFirst && c != '(' && c != '{' && c != '?' && c != '=' && c != ';') {
            rest();
            return;
        }
        switch (c) {
            case '\\' -> rest();
            case '\'' -> literal(before() == 'q' || before() == 'Q' ? -1 : behindQuote(c)); // Oracle: q'[it's]'
            case '"' -> quoted(behindQuote(c));
            case '`' -> name();
            case '[' -> bracket();
            case '$' -> dollar();
            case '(' -> {
                queries <<= 1;
                copy(at + 1);
            }
            case ')' -> {
                queries >>>= 1;
                copy(at + 1);
            }
            case ';' -> {
                isFirst = true;
                sets = false;
                isOfAccount = false;
                copy(at + 1);
            }
            case '=' -> {
                copy(at + 1);
                if (sets) {
                    rest();
                }
            }
            default -> {
                if (isDigit(c) || c == '.' && isDigit(after(1))) {
                    literal(behindNumber());
                } else if (c > 0x7f) {
                    rest();
                } else {
                    copy(at + 1);
                }
            }
        }
    }

    /* Within a word, a digit begins no number and a dollar sign no literal. */
    private void word() {
        int end = at + 1;
        while (end < sql.length() && kind(sql.charAt(end)) <= DOLLAR) {
            end++;
        }
        boolean isKnown = !isFirst;
        for (int i = 0; i < FIRST_WORDS.length && !isKnown; i++) {
            isKnown = is(FIRST_WORDS[i], end);
        }
        sets |= isFirst && is("SET", end);
        isFirst = false;
        if (is("SELECT", end) || is("DELETE", end)) {
            queries |= 1;
        }
        boolean isBeforeData = !isKnown || sets && is("TO", end);
        boolean isPassword = is("PASSWORD", end);
        boolean endsPhrase = is("BY", end) || is("WITH", end) || is("VIA", end) || isPassword;
        boolean isExecute = is("EXEC", end) || is("EXECUTE", end);
        boolean isAccount = is("USER", end) || is("ROLE", end) || is("LOGIN", end);
        copy(end);
        isOfAccount |= isAccount && endsWith(ACCOUNTS, length);
        if (isExecute) {
            procedure();
        } else if (isBeforeData || isPassword && isOfAccount || endsPhrase && endsWith(BEFORE_SECRET, length)) {
            rest();
        }
    }

    /** Copies the name of a procedure. In SQL Server a word among the arguments is a text. */
    private void procedure() {
        skipSpaces();
        int end = at;
        while (end < sql.length() && (isWord(sql.charAt(end)) || sql.charAt(end) == '.')) {
            end++;
        }
        copy(end);
        rest();
    }

    /** Copies the text up to an end, or what there is room for. */
    private void copy(int end) {
        int cut = Math.max(at, Math.min(end, at + MOST_CHARACTERS - length)); // a space may be one character more
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

    private void skipSpaces() {
        while (at < sql.length() && kind(sql.charAt(at)) == SPACE) {
            space(at + 1);
        }
    }

    /** Replaces the text up to an end; a negative end is not known. */
    private void literal(int end) {
        masked[length++] = '?';
        at = end < 0 ? sql.length() : end;
    }

    private void rest() {
        skipSpaces();
        if (at < sql.length()) {
            literal(-1);
        }
    }

    /* A name in standard SQL, and a text in MySQL: copied only where a name must stand. */
    private void quoted(int end) {
        boolean isName =
                before() == '.' || end >= 0 && end < sql.length() && sql.charAt(end) == '.' || isBehindTableWord();
        if (isName && end >= 0) {
            copy(end);
        } else {
            literal(end);
        }
    }

    private boolean isBehindTableWord() {
        int end = before() == ' ' ? length - 1 : 0;
        return endsWith(BEFORE_TABLE, end)
                || (queries & 1) != 0 // unlike in trim(both from "secret")
                        && endsWith("FROM", end)
                        && !endsWith("DISTINCT FROM", end);
    }

    /* In backticks. */
    private void name() {
        int end = sql.indexOf('`', at + 1);
        if (end > 0
                && isPlain(at + 1, end)
                && !contains('\'', at, end)
                && (end + 1 == sql.length() || sql.charAt(end + 1) != '`')) {
            copy(end + 1);
        } else {
            rest();
        }
    }

    /* A name, the elements of an array, or an index. */
    private void bracket() {
        int end = sql.indexOf(']', at + 1);
        if (end < 0 || end + 1 < sql.length() && sql.charAt(end + 1) == ']' || !isPlain(at + 1, end)) {
            rest();
            return;
        }
        boolean hasLiteral = contains('\'', at, end);
        copy(at + 1);
        if (hasLiteral) {
            literal(end);
        }
    }

    /* A parameter, or the begin of a literal between two $$ or $tag$. */
    private void dollar() {
        int tag = at + 1;
        while (tag < sql.length() && isWord(sql.charAt(tag))) {
            tag++;
        }
        if (tag == sql.length() || sql.charAt(tag) != '$' || isDigit(sql.charAt(at + 1))) {
            copy(at + 1);
            return;
        }
        String quote = sql.substring(at, tag + 1);
        int end = sql.indexOf(quote, tag + 1);
        literal(end >= 0 && isPlain(tag + 1, end) ? end + quote.length() : -1);
    }

    private void comment() {
        int end = sql.indexOf("*/", at + 2);
        int nested = sql.indexOf("/*", at + 2);
        if (end < 0 || nested >= 0 && nested < end || after(2) == '!' || after(2) == 'M' && after(3) == '!') {
            rest(); // comments nest in some databases; with an exclamation mark they are code in MySQL
        } else {
            space(end + 2);
        }
    }

    /** Skips a comment up to the end of the line; what is one in some databases only is replaced. */
    private void lineComment(int mark, boolean isComment) {
        int end = sql.indexOf('\n', at);
        if (end < 0) {
            end = sql.length();
        }
        boolean isOneLine = true;
        for (int i = at; i < end; i++) {
            isOneLine &= !isLineEnd(i);
        }
        if (!isOneLine || !isComment && !isPlain(at + mark, end)) {
            rest();
        } else if (isComment) {
            space(end);
        } else {
            literal(end);
        }
    }

    /* Ends a line in some databases. */
    private boolean isLineEnd(int i) {
        char c = sql.charAt(i);
        return c == '\r' && (i + 1 == sql.length() || sql.charAt(i + 1) != '\n')
                || c == '\u0085'
                || c == '\u2028'
                || c == '\u2029';
    }

    /** Returns whether, for all databases, nothing begins in a part of the text, code or not, and ends after it. */
    private boolean isPlain(int from, int end) {
        boolean isInLiteral = false;
        for (int i = from; i < end; i++) {
            char c = sql.charAt(i);
            char following = i + 1 < end ? sql.charAt(i + 1) : 0;
            if (c == '\'') {
                isInLiteral = !isInLiteral;
                if (i > 0 && (sql.charAt(i - 1) | 0x20) == 'q') {
                    return false;
                }
            } else if ("\"`\\$[#".indexOf(c) >= 0
                    || c == '-' && following == '-'
                    || c == '/' && (following == '/' || following == '*')
                    || isLineEnd(i)) {
                return false;
            }
        }
        return !isInLiteral;
    }

    private boolean contains(char c, int from, int end) {
        int found = sql.indexOf(c, from);
        return found >= 0 && found < end;
    }

    private boolean is(String word, int end) {
        return word.length() == end - at
                && (sql.charAt(at) & ~0x20) == word.charAt(0)
                && sql.regionMatches(true, at, word, 0, word.length());
    }

    private boolean endsWith(String[] words, int end) {
        for (String word : words) {
            if (endsWith(word, end)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the masked text up to an end ends with these words. */
    private boolean endsWith(String words, int end) {
        int from = end - words.length();
        for (int i = words.length() - 1; i >= 0 && from >= 0; i--) {
            char c = masked[from + i];
            if (c != words.charAt(i) && (c ^ 0x20) != words.charAt(i)) {
                return false;
            }
        }
        return from == 0 || from > 0 && !isWord(masked[from - 1]);
    }

    private char before() {
        return length == 0 ? 0 : masked[length - 1];
    }

    private char after(int distance) {
        return at + distance < sql.length() ? sql.charAt(at + distance) : 0;
    }

    /**
     * Returns the end of a quoted text, or -1. Some databases escape a quote with a backslash, and three quotes begin
     * a text in some.
     */
    private int behindQuote(char quote) {
        if (after(1) == quote && after(2) == quote) {
            return -1;
        }
        int end = sql.indexOf(quote, at + 1);
        while (end >= 0) {
            if (sql.charAt(end - 1) == '\\') {
                return -1;
            }
            boolean isDoubled = end + 1 < sql.length() && sql.charAt(end + 1) == quote;
            if (!isDoubled) {
                return end + 1;
            }
            end = sql.indexOf(quote, end + 2);
        }
        return -1;
    }

    private int behindNumber() {
        int end = at + 1;
        while (end < sql.length() && (isWord(sql.charAt(end)) || sql.charAt(end) == '.')) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return kind(c) == DIGIT;
    }

    private static boolean isWord(char c) {
        return kind(c) <= DIGIT;
    }

    private static byte kind(char c) {
        return c <= 0x7f ? ASCII[c] : kindOf(c);
    }

    private static byte kindOf(char c) {
        if (c <= ' ' || Character.isSpaceChar(c) || Character.isIdentifierIgnorable(c)) {
            return SPACE;
        }
        if (Character.isDigit(c)) {
            return DIGIT;
        }
        return c == '$' ? DOLLAR : c == '_' || Character.isUnicodeIdentifierPart(c) ? LETTER : OTHER;
    }
}
