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
                "where x = 1.5e10 or y=.5 or z = 0xFF         | where x = ? or y=? or z = ?",
                "limit 10 offset 20                           | limit ? offset ?",
                "a = -5                                       | a = -?",
                "select $1, $2                                | select $?, $?",
                "select $$it's a secret$$, $tag$ x $$ $tag$   | select ?, ?",
                "a = X'FF' and b = N'secret'                  | a = X? and b = N?",
                "select * from \"order\" o where \"a\".\"b\" = \"secret\" | select * from \"order\" o where"
                        + " \"a\".\"b\" = ?",
                "select /* 'secret */ a -- it's secret        | select a",
                "a/b - c                                      | a/b - c",
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
            })
    void unclearText_hidesWhatFollows(String sql) {
        assertThat(SqlText.masked(sql)).doesNotContain("secret");
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
    @ValueSource(strings = {"select ", "select * from \""})
    void longText_isCut(String begin) {
        String text = SqlText.masked(begin + "a".repeat(2_000) + '"');

        assertThat(text).startsWith(begin + "aaa").endsWith("a…").hasSize(SqlText.MOST_CHARACTERS + 1);
    }
}
