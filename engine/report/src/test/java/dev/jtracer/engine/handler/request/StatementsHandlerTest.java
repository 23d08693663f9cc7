// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StatementsHandlerTest {
    private final StringBuilder events = new StringBuilder("[");
    private int micros;

    private void event(String phase, int thread, String name) {
        String kind = name.startsWith("SQL ") ? "statement" : name.startsWith("HTTP ") ? "request" : "";
        events.append("{\"ph\":\"" + phase + "\",\"cat\":\"java\",\"id\":" + thread + ",\"pid\":1,\"tid\":" + thread
                + ",\"ts\":" + micros++ + ",\"name\":\"" + name + "\""
                + (kind.isEmpty() ? "" : ",\"args\":{\"kind\":\"" + kind + "\"}") + "},\n");
    }

    private void begin(String name) {
        event("b", 1, name);
    }

    private void end(String name) {
        event("e", 1, name);
    }

    private void statement(String sql) {
        begin("SQL " + sql);
        end("SQL " + sql);
    }

    private Statements statements() throws IOException {
        byte[] json = (events + "{}]").getBytes(StandardCharsets.UTF_8);
        return new TraceProcessor(HandlerSet.of(StatementsHandler::new).create())
                .parse(new ChromeTraceReader("trace.json", new ByteArrayInputStream(json)))
                .data(StatementsHandler.class);
    }

    @Test
    void queryInALoop_isTheStatementThatACallRepeated() throws IOException {
        begin("Orders.list");
        statement("SELECT * FROM orders");
        for (int i = 0; i < 3; i++) {
            begin("Orders.items");
            statement("SELECT * FROM items");
            end("Orders.items");
        }
        end("Orders.list");

        assertThat(statements().rows())
                .containsExactly(
                        new Statements.Row("Orders.list", 1, 4, 4, 3, "Orders.list", "SQL SELECT * FROM items"));
    }

    /** A loop of lists makes few of each list's statements, each of which makes many of items. */
    @Test
    void innermostLoop_isTheCallThatRepeatsAStatement() throws IOException {
        begin("Thread.run");
        for (int list = 0; list < 3; list++) {
            begin("Orders.list");
            for (int item = 0; item < 5; item++) {
                begin("Orders.items");
                statement("SELECT * FROM items");
                end("Orders.items");
            }
            end("Orders.list");
        }
        end("Thread.run");

        assertThat(statements().rows())
                .containsExactly(
                        new Statements.Row("Thread.run", 1, 15, 15, 5, "Orders.list", "SQL SELECT * FROM items"));
    }

    @Test
    void requestWithinARootCall_isCountedOfItsOwn() throws IOException {
        begin("OrderTest.lists");
        statement("INSERT INTO orders");
        begin("HTTP GET /orders");
        statement("SELECT * FROM orders");
        statement("SELECT * FROM orders");
        end("HTTP GET /orders");
        end("OrderTest.lists");

        assertThat(statements().rows())
                .containsExactly(
                        new Statements.Row(
                                "OrderTest.lists", 1, 3, 3, 2, "HTTP GET /orders", "SQL SELECT * FROM orders"),
                        new Statements.Row(
                                "HTTP GET /orders", 1, 2, 2, 2, "HTTP GET /orders", "SQL SELECT * FROM orders"));
    }

    @Test
    void callsOfOneName_areARowWithTheMostOfOneCall() throws IOException {
        for (int statements : new int[] {1, 5, 0, 2}) {
            begin("Orders.list");
            for (int i = 0; i < statements; i++) {
                statement("SELECT " + i);
            }
            end("Orders.list");
        }

        assertThat(statements().rows())
                .containsExactly(new Statements.Row("Orders.list", 3, 8, 5, 1, "Orders.list", "SQL SELECT 0"));
    }

    @Test
    void statementOfAnotherThread_isNotThatOfTheCall() throws IOException {
        begin("Orders.list");
        event("b", 2, "Pool.run");
        event("b", 2, "SQL SELECT 1");
        event("e", 2, "SQL SELECT 1");
        statement("SELECT 2");
        event("e", 2, "Pool.run");
        end("Orders.list");

        assertThat(statements().rows())
                .containsExactlyInAnyOrder(
                        new Statements.Row("Orders.list", 1, 1, 1, 1, "Orders.list", "SQL SELECT 2"),
                        new Statements.Row("Pool.run", 1, 1, 1, 1, "Pool.run", "SQL SELECT 1"));
    }

    @Test
    void statementWithoutACallAround_isNotCounted() throws IOException {
        statement("SELECT 1");
        begin("Orders.list");
        end("Orders.list");

        assertThat(statements().rows()).isEmpty();
    }

    @Test
    void moreTextsThanAreRetained_areAllCounted() throws IOException {
        int most = StatementsHandler.MOST_RETAINED * 2;
        begin("Batch.run");
        for (int i = 0; i < most; i++) {
            statement("SELECT " + i);
        }
        end("Batch.run");

        assertThat(statements().rows())
                .extracting(Statements.Row::most, Statements.Row::repeated)
                .containsExactly(tuple((long) most, 1L));
    }

    /** As in a server whose worker's loop is one call. */
    @Test
    void endlessRootCall_countsAllAndItsRequestsExactly() throws IOException {
        int most = StatementsHandler.MOST_RETAINED;
        begin("Worker.loop");
        for (int i = 0; i < most; i++) {
            statement("SELECT 1");
        }
        begin("HTTP GET /orders");
        statement("SELECT 2");
        statement("SELECT 2");
        end("HTTP GET /orders");
        end("Worker.loop");

        assertThat(statements().rows())
                .extracting(Statements.Row::name, Statements.Row::most)
                .containsExactly(tuple("Worker.loop", most + 2L), tuple("HTTP GET /orders", 2L));
    }
}
