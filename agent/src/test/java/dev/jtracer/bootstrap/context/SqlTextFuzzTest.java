// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Statements of seven databases with secrets in them. The same ones each time, or other and more:
 * {@code -Djtracer.fuzz.seed}.
 */
class SqlTextFuzzTest {
    private static final long SEED = Long.getLong("jtracer.fuzz.seed", 1);
    private static final int STATEMENTS = 30_000;

    @ParameterizedTest
    @EnumSource
    void piece_hidesItsSecret(SqlDialect dialect) {
        assertThat(dialect.pieces().map(piece -> SqlText.masked("select a, " + piece + " = 'hunter2'")))
                .allSatisfy(masked -> assertThat(masked).doesNotContain("hunter2", "4111"));
    }

    @ParameterizedTest
    @EnumSource
    void statement_hidesAllSecrets(SqlDialect dialect) {
        Random random = new Random(SEED);
        int readToTheEnd = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            String sql = dialect.statement(random);
            String masked = SqlText.masked(sql);
            if (masked.contains("hunter2") || masked.contains("4111")) {
                fail(sql + " became " + masked);
            }
            readToTheEnd += masked.endsWith("last_name = ?") ? 1 : 0;
        }
        assertThat(readToTheEnd).isGreaterThan(STATEMENTS / 10);
    }
}
