// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A server of orders in a database, which sends itself five requests and prints their statuses. Needs H2. */
public final class ServedOrders {
    private ServedOrders() {}

    public static void main(String[] args) throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            Orders orders = new Orders(connection);
            orders.create();
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/orders", exchange -> serve(exchange, orders));
            server.createContext("/broken", exchange -> {
                throw new IllegalStateException("broken");
            });
            server.start();
            String address = "http://127.0.0.1:" + server.getAddress().getPort();
            System.out.println(status(address, "POST", "/orders"));
            System.out.println(status(address, "GET", "/orders/1?token=secret"));
            System.out.println(status(address, "GET", "/orders/2"));
            System.out.println(status(address, "DELETE", "/orders"));
            System.out.println(status(address, "GET", "/broken/a"));
            server.stop(0);
        }
    }

    private static int status(String address, String method, String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address + path).toURL().openConnection();
        connection.setRequestMethod(method);
        try {
            return connection.getResponseCode();
        } catch (IOException closed) {
            return -1;
        } finally {
            connection.disconnect();
        }
    }

    private static void serve(HttpExchange exchange, Orders orders) throws IOException {
        int status;
        try {
            status = orders.answer(
                    exchange.getRequestMethod(), exchange.getRequestURI().getPath());
        } catch (SQLException e) {
            status = 500;
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    /** Class of an application, which the test includes. */
    public static final class Orders {
        private final Connection connection;

        Orders(Connection connection) {
            this.connection = connection;
        }

        void create() throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table orders(id int primary key, name varchar(40))");
                statement.addBatch("delete from orders where id < 0");
                statement.clearBatch();
                statement.addBatch("delete from orders where name = 'none'");
                statement.addBatch("delete from orders where id > 1000000");
                statement.executeBatch();
            }
        }

        int answer(String method, String path) throws SQLException {
            return switch (method) {
                case "POST" -> {
                    insert();
                    yield 201;
                }
                case "GET" -> find(path.substring("/orders/".length())) ? 200 : 404;
                default -> 405;
            };
        }

        private void insert() throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("insert into orders values (1, 'a secret'), (7, 'it''s')");
            }
        }

        private boolean find(String id) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement("select *\n from orders where id = ?")) {
                statement.setInt(1, Integer.parseInt(id));
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next();
                }
            }
        }
    }
}
