// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.slf4j.MDC;

/**
 * Requests of a servlet in Tomcat whose trace ids are in the context of the log: that of SLF4J, that of Log4j, or the
 * current span of OpenTelemetry, by the first argument.
 */
public final class LoggedRequests {
    private LoggedRequests() {}

    public static void main(String[] args) throws IOException, LifecycleException {
        ExecutorService others = Executors.newSingleThreadExecutor();
        Log log = log(args[0]);
        try (OneServletTomcat tomcat = new OneServletTomcat(
                new Answers(others, log), context -> context.getPipeline().addValve(new Around(log)))) {
            for (String path : new String[] {"/put", "/none", "/map", "/first", "/later", "/data", "/around"}) {
                System.out.println(path + " " + tomcat.status(path));
            }
        }
        others.shutdown();
    }

    private static Log log(String kind) {
        return switch (kind) {
            case "slf4j" -> new Slf4j();
            case "log4j" -> new Log4j();
            default -> new OpenTelemetry();
        };
    }

    /** The context of a log. */
    private interface Log {
        /** Puts an id, until the result is closed. */
        Scope put(String id);

        /** Puts an id as an entry of a map, in libraries that take one. */
        default Scope putAll(String id) {
            return put(id);
        }
    }

    private static final class Slf4j implements Log {
        @Override
        public Scope put(String id) {
            MDC.put("traceId", id);
            check(id, MDC.get("traceId"));
            return () -> MDC.remove("traceId");
        }

        @Override
        public Scope putAll(String id) {
            MDC.setContextMap(new HashMap<>(Map.of("user", "ada", "trace_id", id)));
            check(id, MDC.get("trace_id"));
            return MDC::clear;
        }
    }

    /** Log4j, by reflection: the tests are not compiled against it. */
    private static final class Log4j implements Log {
        @Override
        public Scope put(String id) {
            call("put", new Class<?>[] {String.class, String.class}, "traceId", id);
            check(id, call("get", new Class<?>[] {String.class}, "traceId"));
            return () -> call("remove", new Class<?>[] {String.class}, "traceId");
        }

        @Override
        public Scope putAll(String id) {
            call("putAll", new Class<?>[] {Map.class}, new HashMap<>(Map.of("trace_id", id)));
            check(id, call("get", new Class<?>[] {String.class}, "trace_id"));
            return () -> call("clearAll", new Class<?>[0]);
        }

        private static Object call(String method, Class<?>[] types, Object... arguments) {
            try {
                return Class.forName("org.apache.logging.log4j.ThreadContext")
                        .getMethod(method, types)
                        .invoke(null, arguments);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final class OpenTelemetry implements Log {
        @Override
        @SuppressWarnings("MustBeClosedChecker") // the caller closes it
        public Scope put(String id) {
            return Span.wrap(SpanContext.create(
                            id.concat("0".repeat(32 - id.length())),
                            "00f067aa0ba902b7",
                            TraceFlags.getSampled(),
                            TraceState.getDefault()))
                    .makeCurrent();
        }
    }

    private static void check(String put, Object found) {
        if (!put.equals(found)) {
            throw new IllegalStateException("the log has '" + found + "' in place of '" + put + "'");
        }
    }

    /** A part of the server that puts an id before the servlet is called. */
    private static final class Around extends ValveBase {
        private final Log log;

        Around(Log log) {
            super(true); // for asynchronous requests too
            this.log = log;
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            if (!request.getRequestURI().equals("/around")) {
                getNext().invoke(request, response);
                return;
            }
            Scope scope = log.put("abc5");
            try {
                getNext().invoke(request, response);
            } finally {
                scope.close();
            }
        }
    }

    /** The servlet, which the test includes. */
    public static final class Answers extends HttpServlet {
        private static final long serialVersionUID = 1;

        private final transient ExecutorService others;
        private final transient Log log;

        Answers(ExecutorService others, Log log) {
            this.others = others;
            this.log = log;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            switch (request.getRequestURI()) {
                case "/put" -> log.put("abc1").close();
                case "/map" -> log.putAll("abc2").close();
                case "/first" -> {
                    Scope outer = log.put("abc3");
                    log.put("def").close();
                    outer.close();
                }
                case "/around" -> log.put("abc5").close();
                case "/later" -> {
                    AsyncContext async = request.startAsync();
                    others.execute(() -> complete(async));
                }
                case "/data" -> {
                    if (log instanceof Slf4j) {
                        log.put("ada@example.com").close();
                    }
                }
                default -> {}
            }
        }

        private void complete(AsyncContext async) {
            Scope scope = log.put("abc4");
            async.complete();
            scope.close();
        }
    }
}
