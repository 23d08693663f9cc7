// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select 1                                     | select ?",
                "select * from t where a = 'it''s' and b = ?  | select * from t where a = ? and b = ?",
                "select ''                                    | select ?",
                "select a1, t2.b_3 from t2                    | select a1, t2.b_3 from t2",
                "select x = 1.5e10 or y=.5 or z = 0xFF        | select x = ? or y=? or z = ?",
                "values 10 offset 20                          | values ? offset ?",
                "select a = -5                                | select a = -?",
                "select $1, $2                                | select $?, $?",
                "select $$a secret$$, $tag$ x ' $$ ' $tag$ | select ?, ?",
                "select a = X'FF' and b = N'secret'           | select a = X? and b = N?",
                "select * from \"order\" o where \"a\".\"b\" = \"secret\" | select * from \"order\" o where"
                        + " \"a\".\"b\" = ?",
                "select /* 'secret */ a -- it's secret        | select a",
                "select a/b - c                               | select a/b - c",
                "select `order`.`a b` from [Order Details] o  | select `order`.`a b` from [Order Details] o",
                "select a[1], array['x', 'y'] from t where b=1 | select a[?], array[?] from t where b=?",
                "select v$session.a$1 from t where a = $tag$x$tag$ | select v$session.a$1 from t where a = ?",
                "select * from #t where a = 1                 | select * from ?",
                "set search_path to secret                    | set search_path to ?",
                "set nocount on; select 1                     | set nocount on; select ?",
                "update t set a = 1 where b = b2              | update t set a = ? where b = b2",
                "pragma key = secret                          | pragma ?",
                "exec dbo.find 5, secret                      | exec dbo.find ?",
                "{? = call p(?, 5)}                           | {? = call p(?, ?)}",
                "begin pkg.p(?); end;                         | begin pkg.p(?); end;",
                "select größe, 名前 from t where a = 5         | select größe, 名前 from t where a = ?",
                "select trim(both from \"a\") from \"t\"        | select trim(both from ?) from \"t\"",
            })
    void literals_areReplaced(String sql, String expected) {
        assertThat(SqlText.masked(sql)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into t values ('it\\'s secret', 'secret')",
                "insert into t values ('C:\\', 'secret')",
                "select q'[it's secret]' from t",
                "select 'secret",
                "select \"secret",
                "select /* secret",
                "select $$secret",
                "select $tag$secret$$",
                "select a # secret\n from t",
                "select \"a\"\"secret\" from t",
                "select $$it's a secret$$, 'secret'",
                "select * from t where card =\u00a04111",
                "select * from t where card =\u30004111",
                "select `o'brien` from t where p = 'secret'",
                "select [o'brien] from t where p = 'secret'",
                "select [o'brien]]s] from t where p = 'secret'",
                "select /* a /* b */ secret */ from t",
                "select /*!50000 '*/ secret' */ from t",
                "select 1 #secret\n from t",
                "select a -- b\rsecret\n from t",
                "select a --'\nsecret'",
                "alter user a identified by secret",
                "alter user a identified -- b\n by secret",
                "create user a as password = secret perm = 1",
                "create user a password secret",
                "select \u2018secret\u2019",
                "select * from \"a\\\" where b = 'secret",
            })
    void unclearText_hidesWhatFollows(String sql) {
        assertThat(SqlText.masked(sql)).doesNotContain("secret", "4111");
    }

    @Test
    void lines_becomeSpaces() {
        assertThat(SqlText.masked("\n select *\r\n\t from t -- all\n where a = 1\n"))
                .isEqualTo("select * from t where a = ?");
    }

    @Test
    void length_isBounded() {
        String masked = SqlText.masked("select " + "a, ".repeat(100_000));

        assertThat(masked).hasSizeLessThanOrEqualTo(SqlText.MOST_CHARACTERS + 1).endsWith("…");
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, -2, -1, 0, 1, 2})
    void procedureAtTheBound_isCut(int more) {
        String names = "a".repeat(SqlText.MOST_CHARACTERS - "select  exec".length() + more);

        assertThat(SqlText.masked("select " + names + " exec secret"))
                .startsWith("select " + names.substring(10))
                .hasSizeLessThanOrEqualTo(SqlText.MOST_CHARACTERS + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"select ", "select * from \""})
    void longText_isCut(String begin) {
        String text = SqlText.masked(begin + "a".repeat(2_000) + '"');

        assertThat(text).startsWith(begin + "aaa").endsWith("a…").hasSize(SqlText.MOST_CHARACTERS + 1);
    }
}
