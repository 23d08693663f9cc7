// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Prepares 2,000 statements of 100 KB each, one after the other, and executes each once. */
public final class LongStatements {
    private LongStatements() {}

    public static void main(String[] args) throws SQLException {
        String comment = " /* " + "x".repeat(100_000) + " */";
        long sum = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            for (int i = 0; i < 2_000; i++) {
                sum += select(connection, "SELECT " + i + comment);
            }
        }
        System.out.println("sum " + sum);
    }

    private static int select(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet result = statement.executeQuery()) {
            result.next();
            return result.getInt(1);
        }
    }
}
