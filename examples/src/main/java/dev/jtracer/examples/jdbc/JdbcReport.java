// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.jdbc;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.call.ThreadsHandler.Keep;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.object.ObjectSnapshotsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.view.Html;
import dev.jtracer.engine.view.ObjectInstance;
import dev.jtracer.engine.view.ObjectSnapshot;
import dev.jtracer.engine.view.ObjectTypes;
import dev.jtracer.engine.view.Slice;
import dev.jtracer.engine.view.SliceTypes;
import dev.jtracer.engine.view.Viewers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Prints what {@link JdbcApplication} did, in words of databases. Usage: {@code JdbcReport TRACE_FILE [HTML_FILE]}. */
public final class JdbcReport {
    private final Viewers viewers = new Viewers();
    private final SliceTypes sliceTypes = new SliceTypes();

    private JdbcReport() {
        // What a library would rather name in META-INF/services, for everybody who has it on the class path.
        viewers.register(new PoolViewer());
        sliceTypes.register(new JdbcSlice.Type());
    }

    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            System.err.println("usage: JdbcReport TRACE_FILE [HTML_FILE]");
            return;
        }
        ParsedTrace trace = new TraceProcessor(List.of(
                        new MetaHandler(), new ThreadsHandler(Set.of(Keep.DETAILS)), new ObjectSnapshotsHandler()))
                .parse(ChromeTraceReader.open(Path.of(args[0])));
        JdbcReport report = new JdbcReport();
        List<Slice> statements = report.statements(trace.data(ThreadsHandler.class));
        List<ObjectSnapshot> states = states(trace);
        System.out.print(report.viewers.text(statements));
        for (ObjectSnapshot state : states) {
            System.out.print(report.viewers.text(List.of(state)));
        }
        if (args.length > 1) {
            Files.writeString(Path.of(args[1]), report.page(statements, states));
        }
    }

    private List<Slice> statements(CallTrees calls) {
        List<Slice> statements = new ArrayList<>();
        for (CallTrees.ThreadCalls thread : calls.threads()) {
            for (Slice slice : sliceTypes.topLevel(calls, thread)) {
                addStatements(slice, statements);
            }
        }
        return statements;
    }

    private static void addStatements(Slice slice, List<Slice> statements) {
        if (slice instanceof JdbcSlice) {
            statements.add(slice);
        }
        for (Slice inner : slice.subSlices()) {
            addStatements(inner, statements);
        }
    }

    private static List<ObjectSnapshot> states(ParsedTrace trace) {
        ObjectTypes types = new ObjectTypes(trace.data(ObjectSnapshotsHandler.class));
        types.register(new PoolType());
        List<ObjectSnapshot> states = new ArrayList<>();
        for (ObjectInstance object : types.instances()) {
            states.addAll(object.snapshots());
        }
        return states;
    }

    private String page(List<Slice> statements, List<ObjectSnapshot> states) {
        Html html = new Html().element("h1", "Database calls");
        viewers.html(statements, html);
        html.element("h1", "Connection pool");
        for (ObjectSnapshot state : states) {
            viewers.html(List.of(state), html);
        }
        return html.page("JDBC");
    }
}
