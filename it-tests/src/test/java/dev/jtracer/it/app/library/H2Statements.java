// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.api.Trigger;

/** Statements of many kinds to a database in memory. */
public final class H2Statements {
    private static final int ROWS = 200;

    private final Connection connection;

    private H2Statements(Connection connection) {
        this.connection = connection;
    }

    /** Prints what the queries find. */
    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            H2Statements statements = new H2Statements(connection);
            statements.create();
            statements.insert();
            statements.rollBack();
            statements.query("select count(*), sum(price) from item");
            statements.query(
                    "select kind, count(*), max(name) from item group by kind having count(*) > 3 order by kind");
            statements.query("select a.name from item a join item b on a.id = b.kind where b.id > 195 order by a.name");
            statements.query("select id, rank() over (order by price desc) from item where id < 3 order by id");
            statements.query(
                    "with recursive n(x) as (select 1 union all select x + 1 from n where x < 5) select sum(x) from n");
            statements.query("select regexp_replace(name, '[0-9]+', '#') from item where name like '%99' order by id");
            statements.query("select count(*) from log");
            statements.fail("select nothing from item");
        }
    }

    private void create() throws SQLException {
        execute("create table item(id int primary key, kind int, name varchar(40), price decimal(10, 2))");
        execute("create table log(id int)");
        execute("create index by_kind on item(kind, name)");
        execute("create trigger logged after insert on item for each row call '" + LogTrigger.class.getName() + "'");
    }

    private void insert() throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into item values (?, ?, ?, ?)")) {
            for (int id = 0; id < ROWS; id++) {
                insert.setInt(1, id);
                insert.setInt(2, id % 7);
                insert.setString(3, "item " + id);
                insert.setBigDecimal(4, java.math.BigDecimal.valueOf(id * 37L % 1_000, 2));
                insert.addBatch();
            }
            System.out.println("inserted " + insert.executeBatch().length);
        }
    }

    private void rollBack() throws SQLException {
        connection.setAutoCommit(false);
        execute("update item set price = 0");
        execute("delete from item where id > 10");
        connection.rollback();
        connection.setAutoCommit(true);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void query(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            StringBuilder text = new StringBuilder();
            while (rows.next()) {
                for (int column = 1; column <= columns; column++) {
                    text.append(rows.getString(column)).append(column == columns ? "; " : " ");
                }
            }
            System.out.println(text);
        }
    }

    private void fail(String sql) {
        try {
            query(sql);
        } catch (SQLException e) {
            System.out.println("error " + e.getErrorCode());
        }
    }

    /** Called back by the database. */
    public static final class LogTrigger implements Trigger {
        @Override
        public void fire(Connection session, Object[] before, Object[] after) throws SQLException {
            try (PreparedStatement insert = session.prepareStatement("insert into log values (?)")) {
                insert.setObject(1, after[0]);
                insert.execute();
            }
        }
    }
}
