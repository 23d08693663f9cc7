// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;

/** A pool of a few connections, which notes its state in the trace whenever that changes. */
final class TracedPool {
    private static final int ID = 1;

    private final TraceLog trace;
    private final int size;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private int waiting;

    TracedPool(TraceLog trace, String url, int size) throws SQLException {
        this.trace = trace;
        this.size = size;
        for (int i = 0; i < size; i++) {
            idle.push(DriverManager.getConnection(url));
        }
        note();
    }

    synchronized Connection take() throws InterruptedException {
        waiting++;
        note();
        while (idle.isEmpty()) {
            wait();
        }
        waiting--;
        Connection connection = idle.pop();
        note();
        return connection;
    }

    synchronized void giveBack(Connection connection) {
        idle.push(connection);
        note();
        notifyAll();
    }

    private void note() {
        trace.snapshot(
                "ConnectionPool",
                ID,
                "{\"size\":" + size + ",\"idle\":" + idle.size() + ",\"waiting\":" + waiting + "}");
    }

    synchronized void close() throws SQLException {
        while (!idle.isEmpty()) {
            idle.pop().close();
        }
    }
}
