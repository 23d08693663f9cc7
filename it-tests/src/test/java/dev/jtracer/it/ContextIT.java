// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.LongStatements;
import dev.jtracer.it.app.ServedOrders;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.SpanArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.ToolProvider;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The context of requests: HTTP requests and statements of JDBC. */
class ContextIT {
    private static final String ORDERS = "dev.jtracer.it.app.ServedOrders$Orders";
    private static final String STATUSES = "201\n200\n404\n405\n-1\n";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void requestsAndStatements_areCallsWithRouteStatusAndMaskedText() throws IOException {
        JvmResult traced = serve("");

        assertThat(traced.stdout()).isEqualTo(STATUSES);
        List<String> spans = spans(traced.files(".json").get(0));
        assertThat(spans)
                .startsWith(
                        "SQL create table orders(id int primary key, name varchar(?)) {sql=create table orders(id int"
                                + " primary key, name varchar(?)), kind=statement} {}",
                        "SQL delete from orders where name = ? {sql=delete from orders where name = ?, kind=statement} {}",
                        "HTTP POST /orders {method=POST, path=/orders, kind=request} {status=201}",
                        "SQL insert into orders values (?, ?), (?, ?) {sql=insert into orders values (?, ?), (?, ?),"
                                + " kind=statement} {rows=2}",
                        "HTTP GET /orders/{id} {method=GET, path=/orders/{id}, kind=request} {status=200}",
                        "SQL select * from orders where id = ? {sql=select * from orders where id = ?, kind=statement} {}",
                        "HTTP GET /orders/{id} {method=GET, path=/orders/{id}, kind=request} {status=404}",
                        "SQL select * from orders where id = ? {sql=select * from orders where id = ?, kind=statement} {}",
                        "HTTP DELETE /orders {method=DELETE, path=/orders, kind=request} {status=405}");
        // The client sends a request again that was not answered.
        assertThat(spans.subList(9, spans.size()))
                .containsOnly("HTTP GET /broken/a {method=GET, path=/broken/a, kind=request} {threw=true}");
        assertThat(Files.readString(traced.files(".json").get(0))).doesNotContain("secret");
    }

    @Test
    void report_countsTheStatusesOfRequestsAlsoOfMergedReports() throws IOException {
        Path trace = serve("context=http").files(".json").get(0);
        Path other = serve("context=http").files(".json").get(0);

        List<String> partial = new ArrayList<>(List.of("report", "--merge", "--by", "request"));
        for (Path each : List.of(trace, other)) {
            Path file = each.resolveSibling(each.getFileName() + ".part");
            jvms.jtracer("report", each.toString(), "--partial", file.toString())
                    .run();
            partial.add(file.toString());
        }
        JvmResult list =
                jvms.jtracer("report", trace.toString(), "--by", "request").run();
        JvmResult merged = jvms.jtracer(partial.toArray(String[]::new)).run();
        partial.add("--json");
        JvmResult json = jvms.jtracer(partial.toArray(String[]::new)).run();

        assertThat(list.stdout())
                .containsPattern(" requests +2xx +3xx +4xx +5xx +threw +avg +p50 +p99 +max +request\n")
                .containsPattern(" 2 +1 +1( +[0-9.]+ .?s){4} +HTTP GET /orders/\\{id}\n")
                .containsPattern("\n +1 +1( +[0-9.]+ .?s){4} +HTTP DELETE /orders\n");
        assertThat(merged.stdout()).containsPattern(" 4 +2 +2( +[0-9.]+ .?s){4} +HTTP GET /orders/\\{id}\n");
        assertThat(json.stdout())
                .containsPattern("\"name\":\"HTTP GET /orders/\\{id}\",\"count\":4,[^}]*"
                        + "\"statuses\":\\{\"1xx\":0,\"2xx\":2,\"3xx\":0,\"4xx\":2,\"5xx\":0},\"threw\":0,");
    }

    @Test
    void report_listsRequestsByRoute() throws IOException {
        Path trace = serve("context=http+jdbc").files(".json").get(0);

        JvmResult list =
                jvms.jtracer("report", trace.toString(), "--by", "request").run();
        JvmResult json = jvms.jtracer("report", trace.toString(), "--json").run();

        assertThat(list.stdout())
                .contains("HTTP GET /orders/{id}", "HTTP POST /orders")
                .containsPattern(" +max +SQL % +request\n")
                .containsPattern(" .?s +[1-9][0-9]?\\.[0-9] +HTTP GET /orders/\\{id}\n");
        assertThat(json.stdout()).contains("\"HTTP GET /orders/{id}\"", "\"SQL select * from orders where id = ?\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax", "jakarta"})
    void servlets_areRequestsOfTheirOutermostFilter(String root) throws IOException {
        Path classes = jvms.newDirectory("classes");
        compile(classes, servletSources(root));

        JvmResult traced = jvms.main(classes, "app.Main")
                .jvm("-Xverify:all")
                .agent("include=app.Controller,context=http")
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout()).isEqualTo("get 1\nget fails\n");
        assertThat(spans(traced.files(".json").get(0)))
                .containsExactly(
                        "HTTP GET /items/{id} {method=GET, path=/items/{id}, kind=request} {status=202}",
                        "HTTP GET /items/fails {method=GET, path=/items/fails, kind=request} {threw=true}");
        assertThat(traced.trace().tree("main"))
                .contains(
                        "HTTP GET /items/{id}\n  app.Controller.get\n",
                        "HTTP GET /items/fails threw\n  app.Controller.get threw\n");
    }

    /** Returns the interfaces of servlets, as far as they are needed, and a filter in front of a servlet. */
    private static Map<String, String> servletSources(String root) {
        String servlet = root + ".servlet";
        Map<String, String> sources = new TreeMap<>();
        sources.put(
                servlet.replace('.', '/') + "/ServletRequest",
                "package " + servlet + "; public interface ServletRequest {}");
        sources.put(
                servlet.replace('.', '/') + "/ServletResponse",
                "package " + servlet + "; public interface ServletResponse {}");
        sources.put(
                servlet.replace('.', '/') + "/http/HttpServletRequest",
                "package " + servlet + ".http; public interface HttpServletRequest extends " + servlet
                        + ".ServletRequest { String getMethod(); String getRequestURI(); }");
        sources.put(
                servlet.replace('.', '/') + "/http/HttpServletResponse",
                "package " + servlet + ".http; public interface HttpServletResponse extends " + servlet
                        + ".ServletResponse { int getStatus(); void setStatus(int status); }");
        sources.put("app/Main", """
                package app;
                import ROOT.servlet.*;
                import ROOT.servlet.http.*;
                public class Main {
                    record Request(String getRequestURI) implements HttpServletRequest {
                        public String getMethod() { return "GET"; }
                    }
                    static class Response implements HttpServletResponse {
                        private int status = 200;
                        public int getStatus() { return status; }
                        public void setStatus(int newStatus) { status = newStatus; }
                    }
                    static class Chain {
                        void doFilter(ServletRequest request, ServletResponse response) {
                            ServletResponse kept = response;
                            request.hashCode();
                            response = null;
                            new Servlet().service(request, kept);
                            ((HttpServletResponse) kept).setStatus(202);
                        }
                    }
                    static class Servlet {
                        void service(ServletRequest request, ServletResponse response) {
                            service((HttpServletRequest) request, (HttpServletResponse) response);
                        }
                        void service(HttpServletRequest request, HttpServletResponse response) {
                            String path = request.getRequestURI();
                            new Controller().get(path.substring(path.lastIndexOf('/') + 1));
                        }
                    }
                    public static void main(String[] args) {
                        new Chain().doFilter(new Request("/items/1"), new Response());
                        try {
                            new Chain().doFilter(new Request("/items/fails"), new Response());
                        } catch (IllegalStateException expected) {
                            // as expected
                        }
                    }
                }
                """.replace("ROOT", root));
        sources.put("app/Controller", """
                package app;
                class Controller {
                    void get(String item) {
                        System.out.println("get " + item);
                        if (item.equals("fails")) {
                            throw new IllegalStateException();
                        }
                    }
                }
                """);
        return sources;
    }

    private static void compile(Path classes, Map<String, String> sources) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-cp", classes.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = classes.resolve(source.getKey() + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "jdbc", "off"})
    void context_isLimitedToWhatIsAskedFor(String context) throws IOException {
        JvmResult traced = serve("context=" + context);

        List<String> spans = spans(traced.files(".json").get(0));
        assertThat(spans.stream().anyMatch(span -> span.startsWith("HTTP "))).isEqualTo(context.equals("http"));
        assertThat(spans.stream().anyMatch(span -> span.startsWith("SQL "))).isEqualTo(context.equals("jdbc"));
    }

    @Test
    void statement_isFoundThoughItsSuperclassIsLoadedLater() throws IOException {
        Path classes = jvms.newDirectory("classes");
        // The interface has too many methods to implement, so only the superclass that the JVM loads does,
        // abstractly.
        compile(classes, Map.of("app/Base", "package app; class Base {}", "app/Sub", """
                package app;
                public class Sub extends Base {
                    int calls;
                    public java.sql.ResultSet executeQuery(String sql) throws java.sql.SQLException {
                        calls++;
                        return null;
                    }
                    public boolean execute(String sql) throws java.sql.SQLException {
                        return executeQuery(sql) == null && new Dao().execute("no statement");
                    }
                    public static void main(String[] args) throws Exception {
                        System.out.println(new Dao().execute("neither") + " " + new Sub().execute("select 1"));
                    }
                }
                class Dao {
                    boolean execute(String name) throws java.sql.SQLException {
                        return name.length() > 0;
                    }
                }
                """));
        compile(classes, Map.of("app/Base", "package app; abstract class Base implements java.sql.Statement {}"));

        JvmResult traced = jvms.main(classes, "app.Sub")
                .jvm("-Xverify:all")
                .agent("include=app")
                .run();

        assertThat(traced.stdout()).as(traced.stderr()).isEqualTo("true true\n");
        assertThat(spans(traced.files(".json").get(0)))
                .containsExactly("SQL select ? {sql=select ?, kind=statement} {}");
        assertThat(traced.trace().tree("main"))
                .contains("SQL select ?\n    app.Sub.execute\n      app.Sub.executeQuery\n");
    }

    /** Together they have three times the heap's size. */
    @Test
    void longStatements_areNotRetained() throws IOException {
        JvmResult traced = jvms.app(LongStatements.class)
                .onClassPath(Driver.class)
                .jvm("-Xmx64m")
                .agent("include=" + LongStatements.class.getName())
                .run();

        assertThat(traced.stdout()).as(traced.stderr()).isEqualTo("sum 1999000\n");
        assertThat(spans(traced.files(".json").get(0)))
                .hasSize(2_000)
                .allMatch(span -> span.startsWith("SQL SELECT ? {"));
    }

    private JvmResult serve(String context) {
        JvmResult traced = jvms.app(ServedOrders.class)
                .onClassPath(Driver.class)
                .jvm("-Xverify:all")
                .agent("include=" + ORDERS + (context.isEmpty() ? "" : ",") + context)
                .run();
        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        return traced;
    }

    /** Returns the requests to the program, and its statements. */
    private static List<String> spans(Path trace) throws IOException {
        return SpanArguments.read(
                trace, name -> name.startsWith("SQL ") || name.startsWith("HTTP ") && !name.contains(" 127.0.0.1:"));
    }
}
