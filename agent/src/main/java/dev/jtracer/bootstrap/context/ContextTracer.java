// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.TracerSwitch;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The entry points of the methods that serve HTTP requests and of those of JDBC. When calls nest (pools, proxies,
 * filter chains), only the outermost is recorded: a call whose name contains the route or the statement.
 */
public final class ContextTracer {
    /** The texts of prepared statements; none of those prepared before the tracer. */
    private static final WeakTable<PreparedText> PREPARED = new WeakTable<>();

    private ContextTracer() {}

    /** Connects the agent; with nulls disconnects it, and forgets all statements. */
    public static void connect(@Nullable ToIntFunction<String> namer, RequestReader.@Nullable Maker maker) {
        ContextNames.namer(namer);
        RequestReaders.maker(maker);
        PREPARED.clear();
        AsyncRequest.clear();
        NettyConnection.forgetAll();
        UndertowTracer.forgetAll();
        TraceIds.clear();
        StatementTexts.clear();
    }

    /** Initialises the classes that run on application threads, see {@code RecorderClasses}. */
    public static void initialize() {
        OpenContext context = OpenContext.begin();
        context.request.enter();
        context.request.begin(0);
        ServedCalls.end(context, false);
        context.end();
        LibraryTypes.STATEMENTS.include(context);
        LibraryTypes.CONNECTIONS.include(context);
        PREPARED.put(context, new PreparedText("", false));
        PREPARED.get(context);
        PREPARED.clear();
        ContextNames.STATEMENTS.of(null);
        RequestReaders.initialize();
        AsyncRequest.initialize();
        CallTracer.initialize();
        NettyTracer.initialize();
        UndertowTracer.initialize();
        RequestEnd.links(0, null);
        TraceIds.initialize();
        ContextNames.CALLS.of(null);
        StatementTexts.id("SELECT 'a', 1 FROM \"b\" -- c");
        RequestPath.route("/a/1");
    }

    /**
     * Begins a request.
     *
     * @param response the response, or the object that is both
     * @param caller lookup of the class whose method serves the request
     * @param api number of the interface
     */
    public static void enterRequest(
            @Nullable Object request, @Nullable Object response, MethodHandles.Lookup caller, int api) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            OpenContext context = OpenContext.begin();
            context.request.enter();
            if (context.request.isOpen() || request == null) {
                return;
            }
            RequestReader reader = RequestReaders.of(caller, api);
            Object unwrapped = reader.reads(request) ? reader.unwrapped(request) : null;
            if (unwrapped == null || isMock(unwrapped) || isMock(response)) {
                return;
            }
            String dispatch = reader.dispatch(request);
            boolean isFirst = dispatch.equals(RequestReader.REQUEST);
            boolean isError = dispatch.equals(RequestReader.ERROR);
            boolean mayBePassedOn = api == RequestReader.JDK_SERVER;
            AsyncRequest earlier = AsyncRequest.of(unwrapped);
            if (isFirst && !mayBePassedOn && earlier != null) {
                if (!reader.isAsyncStarted(request)) { // it was another request, for which the object was used
                    AsyncRequest.forget(unwrapped);
                }
                earlier = null;
            }
            Object failed = isError ? reader.failedPath(request) : null;
            String path = failed instanceof String failedPath ? failedPath : reader.path(request);
            String text = RequestPath.text(reader.method(request), path);
            if (earlier != null && failed instanceof String && !RequestPath.isSameRoute(text, earlier.text())) {
                earlier = null;
            }
            text = earlier == null ? text : earlier.text();
            RequestEnd part = earlier == null || isError ? null : earlier.enterNext();
            // Before the methods, a valve of the container may have failed: then the error page is all.
            boolean isLater = earlier != null || !isFirst && !isError;
            boolean isNext = isError && earlier != null && earlier.hasFailed();
            int id;
            if (part != null) {
                id = part.nameId();
            } else if (!isLater) {
                id = ContextNames.REQUESTS.of(text);
            } else {
                id = isNext ? ContextNames.REQUESTS.errorPage(text) : ContextNames.REQUESTS.continued(text);
            }
            context.request.begin(id);
            if (id != 0) {
                context.reader = reader;
                context.response = response;
                context.served = request;
                context.text = text;
                context.part = part;
                context.earlier = isError || mayBePassedOn ? earlier : null;
                if (mayBePassedOn && earlier == null) {
                    context.earlier = AsyncRequest.mayBePassedOn(request, text, reader, request);
                }
                context.restartTraceId();
                if (part == null) {
                    MethodTracer.enterSampled(id);
                }
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** Ends a request, which was served unless an exception leaves it. */
    public static void exitRequest(boolean threw) {
        try {
            OpenContext context = OpenContext.current();
            if (context == null) {
                return;
            }
            int id = context.request.exit();
            if (id != 0) {
                exitRequest(context, id, threw ? 0 : status(context), threw);
            }
            context.end();
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    private static void exitRequest(OpenContext context, int id, int status, boolean threw) {
        RequestReader reader = context.reader;
        Object served = context.served;
        Object response = context.response;
        RequestEnd part = context.part;
        long[] links = RequestEnd.links(status, context.traceId);
        if (part == null) {
            MethodTracer.exitRequest(id, links, threw);
        } else {
            part.leave(links, threw ? RecordLayout.KIND_THROW : RecordLayout.KIND_EXIT);
        }
        if ((threw || status >= RequestReaders.LEAST_ERROR) && reader != null && served != null && response != null) {
            AsyncRequest.failed(reader.unwrapped(served), context.text, reader, response, !threw);
        }
    }

    /** Returns the status if it is final and not shown elsewhere; otherwise 0. */
    private static int status(OpenContext context) {
        RequestReader reader = context.reader;
        Object served = context.served;
        if (reader == null || served == null || reader.isAsyncStarted(served)) {
            return 0;
        }
        int status = RequestReaders.status(reader, context.response);
        if (status < RequestReaders.LEAST_STATUS) { // the response has not begun
            return 0;
        }
        AsyncRequest shared = context.async == null ? context.earlier : context.async;
        return shared == null || shared.takeStatus() ? status : 0;
    }

    /** Returns whether a call of an object would be noted by a test's mock, and might fail the test. */
    private static boolean isMock(@Nullable Object object) {
        if (object == null) {
            return false;
        }
        String type = object.getClass().getName();
        return type.contains("$MockitoMock$") || type.contains(".$Proxy");
    }

    /**
     * Takes the object that a request's {@code startAsync} returns.
     *
     * @param asyncContext the container's object, or one of the application's that delegates to it
     */
    public static void startAsync(@Nullable Object asyncContext) {
        try {
            OpenContext context = OpenContext.current();
            if (context == null || asyncContext == null || !TracerSwitch.isOn()) {
                return;
            }
            RequestReader reader = context.reader;
            Object response = context.response;
            Object served = context.served;
            if (reader == null || response == null || served == null || !context.request.isOfThisRecording()) {
                return;
            }
            AsyncRequest async = context.async;
            if (async == null) {
                Object request = reader.unwrapped(served);
                async = AsyncRequest.start(request, context.text, reader, response, context.traceId);
                context.async = async;
            }
            async.bind(asyncContext);
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** Takes the object whose {@code complete} is called, or one with a method like it. */
    public static void completeAsync(Object asyncContext) {
        completeAsync(asyncContext, false);
    }

    /** Takes the object whose {@code dispatch} is called, or one with a method like it. */
    public static void dispatchAsync(Object asyncContext) {
        completeAsync(asyncContext, true);
    }

    private static void completeAsync(Object asyncContext, boolean isDispatch) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            AsyncRequest.complete(asyncContext, isDispatch);
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Begins the preparation of a statement, {@code Connection.prepareStatement}.
     *
     * @param connection the connection, or an object with a method like it
     */
    public static void enterPrepare(Object connection, @Nullable String sql) {
        try {
            OpenContext context = OpenContext.begin();
            context.preparation.enter();
            if (!context.preparation.isOpen() && LibraryTypes.CONNECTIONS.include(connection)) {
                context.preparation.begin(0);
                context.sql = sql;
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Ends the preparation of a statement. A pool's statement and the driver's in it have the same text.
     *
     * @param statement null if an exception leaves the preparation
     */
    public static void exitPrepare(@Nullable Object statement) {
        try {
            OpenContext context = OpenContext.current();
            if (context == null) {
                return;
            }
            String sql = context.sql;
            context.preparation.exit();
            context.end();
            if (statement != null && sql != null) {
                PREPARED.put(statement, new PreparedText(sql, false));
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Takes the first text of a statement's batch, {@code Statement.addBatch}, under which the batch is executed.
     *
     * @param statement the statement, or an object with a method like it
     */
    public static void addToBatch(Object statement, @Nullable String sql) {
        try {
            if (sql != null && LibraryTypes.STATEMENTS.include(statement) && PREPARED.get(statement) == null) {
                PREPARED.put(statement, new PreparedText(sql, true));
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** Takes a statement whose batch is emptied or executed, or an object with a method like it. */
    public static void clearBatch(Object statement) {
        try {
            PreparedText first = PREPARED.get(statement);
            if (first != null && first.isOfBatch) {
                PREPARED.remove(statement);
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Begins the execution of a statement.
     *
     * @param statement the statement, or an object with a method like it
     * @param sql its text; null for that of the preparation
     */
    public static void enterStatement(Object statement, @Nullable String sql) {
        if (!TracerSwitch.isOn()) {
            if (sql == null) {
                clearBatch(statement);
            }
            return;
        }
        try {
            OpenContext context = OpenContext.begin();
            context.statement.enter();
            if (context.statement.isOpen() || !LibraryTypes.STATEMENTS.include(statement)) {
                if (sql == null) {
                    clearBatch(statement); // that of a pool's statement names the execution
                }
                return;
            }
            int id = sql == null ? preparedId(statement) : StatementTexts.id(sql);
            context.statement.begin(id);
            context.executes(id);
            if (id != 0) {
                MethodTracer.enterSampled(id);
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** Counts the statements of the calling thread from here on, until {@link #endCount} has been called as often. */
    public static void beginCount() {
        OpenContext.begin().beginCount();
    }

    /**
     * Returns how often the calling thread has executed each statement since the first count, by its name's id; null
     * if nobody counts, or another recording has begun since.
     */
    public static @Nullable Map<Integer, Long> executions() {
        OpenContext context = OpenContext.current();
        return context == null ? null : context.executions();
    }

    public static void endCount() {
        OpenContext context = OpenContext.current();
        if (context != null) {
            context.endCount();
            context.end();
        }
    }

    private static int preparedId(Object statement) {
        PreparedText prepared = PREPARED.get(statement);
        if (prepared == null) {
            LossCounter.TEXTS_DROPPED.increment();
            return ContextNames.STATEMENTS.of(null);
        }
        int id = prepared.nameId;
        if (id == 0) {
            id = prepared.isMasked ? ContextNames.STATEMENTS.of(prepared.sql) : StatementTexts.id(prepared.sql);
            prepared.nameId = id; // the same for all threads
        }
        if (prepared.isOfBatch) {
            PREPARED.remove(statement);
        }
        return id;
    }

    /**
     * Ends the execution of a statement.
     *
     * @param rows the number of rows that it has changed; negative if that is unknown
     * @param threw whether an exception leaves it
     */
    public static void exitStatement(long rows, boolean threw) {
        try {
            OpenContext context = OpenContext.current();
            if (context == null) {
                return;
            }
            int id = context.statement.exit();
            if (id != 0) {
                MethodTracer.exitWithResult(id, threw ? -1 : rows, threw);
            }
            context.end();
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** The text of a prepared statement; a long one without its data, because the table outlives the statement. */
    private static final class PreparedText {
        final String sql;
        final boolean isMasked;
        /** Whether it is the first of a batch, and that of no other execution. */
        final boolean isOfBatch;
        /** Id of its name; 0 until the statement is executed. */
        int nameId;

        PreparedText(String sql, boolean isOfBatch) {
            this.isOfBatch = isOfBatch;
            this.isMasked = sql.length() > StatementTexts.MOST_CHARACTERS;
            this.sql = isMasked ? SqlText.masked(sql) : sql;
        }
    }
}
