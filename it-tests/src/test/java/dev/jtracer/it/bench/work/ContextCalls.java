// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;

/** A driver and a servlet that do next to nothing, and the calls that requests and statements are recorded of. */
final class ContextCalls {
    static final String SQL = "select id, name, price from orders o join customers c on c.id = o.customer"
            + " where o.state = 'open' and o.total > 100 order by o.created desc limit 20";

    private ContextCalls() {}

    /** Returns an object of an abstract class, whose other methods nobody calls. */
    static <T> T complete(Class<T> type) {
        try (var made = new ByteBuddy().subclass(type).make()) {
            return made.load(type.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                    .getLoaded()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (InstantiationException
                | IllegalAccessException
                | InvocationTargetException
                | NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A statement that changes a row. */
    public abstract static class OneStatement implements Statement {
        @Override
        public int executeUpdate(String sql) {
            return 1;
        }
    }

    /** A prepared statement that changes a row. */
    public abstract static class OnePrepared implements PreparedStatement {
        @Override
        public int executeUpdate() {
            return 1;
        }
    }

    /** A connection. */
    public abstract static class OneConnection implements Connection {
        @Override
        public PreparedStatement prepareStatement(String sql) {
            return complete(OnePrepared.class);
        }
    }

    /** A request. */
    public abstract static class OneRequest implements HttpServletRequest {
        @Override
        public String getMethod() {
            return "GET";
        }

        @Override
        public String getRequestURI() {
            return "/customers/4711/orders/0815";
        }

        @Override
        public boolean isAsyncStarted() {
            return false;
        }

        @Override
        public DispatcherType getDispatcherType() {
            return DispatcherType.REQUEST;
        }
    }

    /** A response. */
    public abstract static class OneResponse implements HttpServletResponse {
        @Override
        public int getStatus() {
            return 200;
        }
    }

    /** A servlet. */
    static final class OneServlet {
        private int served;

        int service(ServletRequest request, ServletResponse response) {
            return request == response ? 0 : ++served;
        }
    }
}
