// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Rounds of inserts and as many selects through JDBC, in memory. Needs H2. */
public final class H2Workload implements AutoCloseable {
    private static final int ROWS = 2_000;

    private final Connection connection;
    private final int rows;

    /** Opens a private database, for rounds of 2,000 rows. */
    public H2Workload() throws SQLException {
        this(ROWS);
    }

    private H2Workload(int rows) throws SQLException {
        this.rows = rows;
        connection = DriverManager.getConnection("jdbc:h2:mem:");
    }

    /** Runs a round of {@code args[0]} rows (default 2,000) and prints its checksum. */
    public static void main(String[] args) throws SQLException {
        try (H2Workload workload = new H2Workload(args.length > 0 ? Integer.parseInt(args[0]) : ROWS)) {
            System.out.println("checksum " + workload.round());
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
            for (int id = 0; id < rows; id++) {
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
            for (int id = 0; id < rows; id++) {
                select.setInt(1, id);
                try (ResultSet found = select.executeQuery()) {
                    while (found.next()) {
                        checksum = 31 * checksum
                                + found.getString(1).hashCode()
                                + found.getBigDecimal(2).hashCode();
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
