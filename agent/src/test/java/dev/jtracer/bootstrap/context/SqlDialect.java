// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What statements of a database are made of. {@code hunter2} and {@code 4111} are secrets, and stand where the
 * database has data or a comment; what is around them looks like the begin or the end of something else, in another
 * database or in this one.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists are those of List.of
enum SqlDialect {
    POSTGRESQL(
            List.of(
                    "\"o'brien\"",
                    "\"a--b\"",
                    "\"a/*b\"",
                    "\"a\\\"",
                    "\"a$$b\"",
                    "a$$b",
                    "v$1",
                    "\"a`b\"",
                    "\"[\"",
                    "\"a\"\"'b\""),
            List.of(
                    "E'it\\'s hunter2'",
                    "$$hunter2$$",
                    "$$it's hunter2$$",
                    "$t1$ $$ ' hunter2 $$ $t1$",
                    "$é$ hunter2 $é$",
                    "U&'\\0061 hunter2'",
                    "B'4111'",
                    "data->>'hunter2'",
                    "data #>> '{hunter2,''}'",
                    "data #> '{a\n, hunter2}'",
                    "data @? '$.a ? (@ == \"hunter2\")'",
                    "data['hunter2']",
                    "array['a', 'b''c', 'hunter2]']",
                    "array[['hunter2'],['b']]",
                    "tags[4111]",
                    "1 # 4111",
                    "a //'it''s\nhunter2'"),
            List.of(
                    "-- hunter2 ' \n",
                    "--hunter2 ' \" \r",
                    "-- x\r'hunter2'",
                    "/* a /* b */ hunter2 */",
                    "/*/ /* */ hunter2 */*/"),
            List.of()),
    MYSQL(
            List.of(
                    "`o'brien`",
                    "`a\"b`",
                    "`a``'b`",
                    "`--x`",
                    "`#x`",
                    "`/*x`",
                    "`a[b`",
                    "`a\\`",
                    "a$b$",
                    "$a$b",
                    "`$$`"),
            List.of(
                    "'it\\'s hunter2'",
                    "'\\\\hunter2'",
                    "\"it's hunter2\"",
                    "\"it\"\"s hunter2\"",
                    "\"it\\\"s 'hunter2\"",
                    "'a' 'hunter2'",
                    "_utf8mb4'hunter2'",
                    "\"hunter2.\"",
                    "doc->'$.hunter2'",
                    "doc->>\"$.a[0].hunter2\"",
                    "trim(both 'x' from \"hunter2\")",
                    "extract(day from \"hunter2\")",
                    "(select `a` from `t` where b = \"hunter2\")",
                    "a--'it''s\nhunter2'",
                    "a--\"'hunter2\n'hunter2\"",
                    "$a = ' $ hunter2'",
                    "a//'hunter2\nhunter2'"),
            List.of(
                    "#hunter2\n",
                    "# hunter2 '\n",
                    "#'\n",
                    "a#hunter2 \"\n",
                    "-- hunter2 '\n",
                    "--\thunter2\r hunter2\n",
                    "/* ' /* hunter2 */"),
            List.of(
                    "identified by \"hunter2\"",
                    "identified with native as \"hunter2\"",
                    "identified via x using \"hunter2\"")),
    ORACLE(
            List.of(
                    "\"o'brien\"",
                    "emp#",
                    "v$session",
                    "\"a\\\"",
                    "\"--\"",
                    "\"/*\"",
                    "\"q'[\"",
                    "sys.\"obj$\"",
                    "seq#"),
            List.of(
                    "q'[it's hunter2]'",
                    "Q'{' hunter2}'",
                    "nq'!it's hunter2!'",
                    "q'''hunter2'' hunter2'''",
                    "a# = q'['\n hunter2']'",
                    "'C:\\' || 'hunter2'",
                    "date '4111-01-01'",
                    "timestamp '4111-01-01 hunter2'",
                    "interval '4111' day",
                    "json_value(d, '$.a?(@.b == \"hunter2\")')",
                    "4111.5e-4111f"),
            List.of(
                    "-- hunter2 '\n",
                    "--hunter2\n",
                    "--'hunter2\n",
                    "/* hunter2 ' /* */",
                    "/*+ hunter2 \" */",
                    "REM".concat(" -- hunter2\n")),
            List.of(
                    "identified by hunter2",
                    "IDENTIFIED /* x */ BY\n\"hunter2\"",
                    "identified\u3000by values 'hunter2'",
                    "identified by hunter2 replace hunter2",
                    "authenticated by hunter2")),
    SQL_SERVER(
            List.of(
                    "[o'brien]",
                    "[a]]'b]",
                    "[a--b]",
                    "[a/*b]",
                    "[a\"b]",
                    "[`]",
                    "[$$]",
                    "\"o'brien\"",
                    "#temp",
                    "##t",
                    "@p",
                    "[Order Details]"),
            List.of(
                    "N'it''s hunter2'",
                    "0x4111",
                    "$4111.50",
                    "€4111",
                    "'\\'+'hunter2'",
                    "''''+'hunter2'",
                    "json_value(d, 'strict $.\"hunter2\"')",
                    "#t = 'it''s\nhunter2'",
                    "a[o'b] = 'hunter2'",
                    "[a'b'] = 'hunter2'"),
            List.of("-- hunter2 '\n", "--hunter2 [\n", "/* a /* b */ hunter2 ' */", "/* '[hunter2 */"),
            List.of(
                    "exec sp_addlogin bob, hunter2",
                    "execute dbo.p hunter2",
                    "exec @rc = p @a = hunter2",
                    "with password = N'hunter2'")),
    H2(
            List.of("\"o'brien\"", "`o'brien`", "a$$b", "\"a\\\"", "\"//\"", "\"$$\""),
            List.of(
                    " $$hunter2$$",
                    " $$it's hunter2$$",
                    "U&'hunter2!0061' uescape '!'",
                    "X'4111' '4111'",
                    "json '{\"a\": \"hunter2\"}'",
                    "'{\"a\": \"hunter2\"}' format json",
                    "array['hunter2', '4111']",
                    "(1 / 4111)"),
            List.of("//hunter2\n", "// hunter2 ' \n", "-- hunter2\r", "--hunter2 '\n", "/* /* ' */ hunter2 */"),
            List.of()),
    SQLITE(
            List.of("[o'brien]", "[a--b]", "`o'brien`", "`a\"b`", "\"o'brien\"", "$name", ":p", "@p", "\"a\\\""),
            List.of(
                    "\"hunter2\"",
                    "\"it's hunter2\"",
                    "x'4111'",
                    "a is distinct from \"hunter2\"",
                    "json_extract(d, '$.hunter2')",
                    "d ->> '$.hunter2[0]'",
                    "d -> \"hunter2\"",
                    "'\\' || 'hunter2'",
                    "4111e+4111"),
            List.of("-- hunter2 '\n", "-- a\r hunter2 '\n", "--hunter2\r\n", "--\u2028hunter2\n", "/* ' /* hunter2 */"),
            List.of("; pragma key = hunter2", "; attach 'hunter2' as a key hunter2", "/* hunter2")),
    DB2(
            List.of("\"o'brien\"", "emp#", "a$b", "a@b", "\"--\"", "\"a\\\""),
            List.of(
                    "GX'4111'",
                    "UX'4111'",
                    "G'hunter2'",
                    "a ¬= 4111",
                    "encrypt('hunter2', 'it''s hunter2')",
                    "4111.5E+4111",
                    "emp# = 'it''s\nhunter2'"),
            List.of("-- hunter2 '\n", "--hunter2 \"\n", "/* /* ' */ hunter2 */"),
            List.of("; set encryption password = hunter2", "; connect to d user u using hunter2"));

    private static final List<String> BEGINS = List.of(
            "select ",
            "insert into t values (",
            "update t set ",
            "with x as (select 1) select ",
            "{call p(",
            "delete from t where ",
            "(select a, ");
    private static final List<String> OPERATORS = List.of(
            "=", ",", "(", ")", "+", "||", "<>", " and ", " in (", " from t ", " as a ", "*", "-", "/", " into t ");
    private static final List<String> SPACES = List.of(
            " ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u3000", "\u2003", "\u200b", "\ufeff", "\u0085", "\u2028", "\f");
    private static final List<String> LITERALS = List.of(
            "'hunter2'",
            "'it''s hunter2'",
            "'-- hunter2'",
            "'/* hunter2'",
            "'\"hunter2'",
            "'`hunter2'",
            "'[hunter2'",
            "4111",
            "4111.25",
            "'#\nhunter2'",
            "'hunter2\n'",
            "N'hunter2'",
            "X'4111'",
            "''",
            "'$$hunter2'",
            "\u0664111",
            "'{hunter2'");

    private final List<String> names;
    private final List<String> literals;
    private final List<String> comments;
    private final List<String> ends;

    SqlDialect(List<String> names, List<String> literals, List<String> comments, List<String> ends) {
        this.names = names;
        this.literals = literals;
        this.comments = comments;
        this.ends = ends;
    }

    /** Returns a statement, not always one with a meaning, that ends with a comparison. */
    String statement(Random random) {
        StringBuilder sql = new StringBuilder(one(BEGINS, random));
        for (int pieces = random.nextInt(6); pieces >= 0; pieces--) {
            sql.append(
                    switch (random.nextInt(8)) {
                        case 0, 1 -> one(names, random);
                        case 2 -> one(comments, random);
                        case 3 -> "total";
                        case 4 -> one(LITERALS, random);
                        default -> one(literals, random);
                    });
            sql.append(random.nextBoolean() ? one(OPERATORS, random) : one(SPACES, random));
        }
        if (!ends.isEmpty() && random.nextInt(8) == 0) {
            return sql.append(' ').append(one(ends, random)).toString();
        }
        return sql.append(" last_name =")
                .append(one(SPACES, random))
                .append("'hunter2'")
                .toString();
    }

    /** Returns each piece by itself. */
    Stream<String> pieces() {
        return Stream.of(names, literals, comments, ends).flatMap(List::stream);
    }

    private static String one(List<String> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }
}
