// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Three threads order goods through two database connections. Usage: {@code JdbcApplication TRACE_FILE}. */
public final class JdbcApplication {
    private static final int THREADS = 3;
    private static final int CONNECTIONS = 2;
    private static final int ORDERS = 4;

    private final TraceLog trace;
    private final TracedPool pool;

    private JdbcApplication(TraceLog trace, TracedPool pool) {
        this.trace = trace;
        this.pool = pool;
    }

    public static void main(String[] args) throws IOException, SQLException, InterruptedException {
        if (args.length == 0) {
            System.err.println("usage: JdbcApplication TRACE_FILE");
            return;
        }
        try (TraceLog trace = new TraceLog(Path.of(args[0]))) {
            TracedPool pool = new TracedPool(trace, "jdbc:h2:mem:shop", CONNECTIONS);
            new JdbcApplication(trace, pool).run();
            pool.close();
        }
    }

    private void run() throws SQLException, InterruptedException {
        execute("create table orders(id int primary key, goods varchar(40), pieces int)");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int first = i * ORDERS;
            Thread thread = new Thread(() -> order(first), "customer-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        execute("select goods, sum(pieces) from orders group by goods");
    }

    private void order(int first) {
        try {
            for (int id = first; id < first + ORDERS; id++) {
                execute("insert into orders values(?, ?, ?)", id, "tea", id % 5 + 1);
            }
        } catch (SQLException | InterruptedException e) {
            System.err.println("an order failed: " + e.getMessage());
        }
    }

    private void execute(String sql, Object... parameters) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        Connection connection = pool.take();
        long taken = System.nanoTime();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            statement.execute();
            trace.call("jdbc", "PreparedStatement.execute", taken, "sql", sql);
        } finally {
            pool.giveBack(connection);
            trace.call(
                    "app",
                    "JdbcApplication.execute",
                    start,
                    "thread",
                    Thread.currentThread().getName());
        }
    }
}
