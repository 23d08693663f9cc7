// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Rounds of 2,000 inserts and 2,000 selects through JDBC, in memory. Needs H2. */
public final class H2Workload implements AutoCloseable {
    private static final int ROWS = 2_000;

    private final Connection connection;

    /** Opens a private database. */
    public H2Workload() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
    }

    /** Runs {@code args[0]} rounds (default 1) and prints their checksums. */
    public static void main(String[] args) throws SQLException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        try (H2Workload workload = new H2Workload()) {
            for (int i = 0; i < rounds; i++) {
                System.out.println("checksum " + workload.round());
            }
        }
    }

    /** Returns a checksum of the rows read: the same in every round. */
    public long round() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table item(id int primary key, name varchar(40), price decimal(10, 2))");
            insert();
            long checksum = select();
            statement.execute("drop table item");
            return checksum;
        }
    }

    private void insert() throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into item values (?, ?, ?)")) {
            for (int id = 0; id < ROWS; id++) {
                insert.setInt(1, id);
                insert.setString(2, "item " + id);
                insert.setBigDecimal(3, java.math.BigDecimal.valueOf(id * 37L, 2));
                insert.executeUpdate();
            }
        }
    }

    private long select() throws SQLException {
        long checksum = 0;
        try (PreparedStatement select = connection.prepareStatement("select name, price from item where id = ?")) {
            for (int id = 0; id < ROWS; id++) {
                select.setInt(1, id);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        checksum = 31 * checksum
                                + rows.getString(1).hashCode()
                                + rows.getBigDecimal(2).hashCode();
                    }
                }
            }
        }
        return checksum;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
