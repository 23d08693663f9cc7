// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.lang.invoke.MethodHandles;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Access to the requests of one HTTP interface. The interface belongs to a library or to an optional module of the
 * JDK, so a subclass that calls it is made for each class that serves requests, and sees what that class sees. This
 * class reads no request.
 */
public class RequestReader {
    /** The HTTP interfaces: the JDK's server, and the servlets' before and after their packages were renamed. */
    public static final int JDK_SERVER = 0;

    public static final int JAVAX_SERVLET = 1;
    public static final int JAKARTA_SERVLET = 2;

    /** The JDK's client, for {@link CallTracer}. */
    public static final int JDK_CLIENT = 3;

    /** The HTTP codec of Netty, for {@link NettyTracer}. */
    public static final int NETTY = 4;

    /** Undertow, for {@link UndertowTracer}. */
    public static final int UNDERTOW = 5;

    /** The contexts of OpenTelemetry, for {@link LogTracer}. */
    public static final int OPEN_TELEMETRY = 6;

    /** The result of {@link #dispatch} for a request that the container serves for the first time. */
    static final String REQUEST = "REQUEST";

    /** Its result for a request that the container serves again because it failed. */
    static final String ERROR = "ERROR";

    private static final int MOST_WRAPPERS = 100;

    /** Whether the application has an interface of before asynchronous requests. */
    private boolean isWithoutAsync;

    protected RequestReader() {}

    /** Returns whether a request is one of HTTP. */
    public boolean reads(Object request) {
        return false;
    }

    /** Returns the HTTP method. */
    public @Nullable String method(Object request) {
        return null;
    }

    /** Returns the path as it was sent, without the query; of one that the program sends, the target as in a name. */
    public @Nullable String path(Object request) {
        return null;
    }

    /** Returns the status; not a valid one before the response has begun. */
    public int status(Object response) {
        return 0;
    }

    /** Returns the path in the target of a request line, which may be a whole URI; null if there is none. */
    protected static @Nullable String path(String target) {
        return RequestPath.ofTarget(target);
    }

    /** Returns the trace id of the span in a context of OpenTelemetry, which takes the place of a request here. */
    protected @Nullable String traceId(Object context) {
        return null;
    }

    /** Returns the id of that span. */
    protected @Nullable String spanId(Object context) {
        return null;
    }

    /** Returns the target of a request that the program sends. */
    protected static @Nullable String target(URI uri) {
        String host = uri.getHost();
        String path = uri.getRawPath();
        return host == null || path == null ? null : RequestPath.target(host, uri.getPort(), path);
    }

    /** Returns whether a request will go on after the method that serves it now. */
    protected boolean startedAsync(Object request) {
        return false;
    }

    /** Returns why the container serves a request. */
    protected String dispatcher(Object request) {
        return REQUEST;
    }

    /** Returns whether a request is one of the interface's wrappers. */
    protected boolean isWrapper(Object request) {
        return false;
    }

    /** Returns the request in a wrapper. */
    protected @Nullable Object wrapped(Object wrapper) {
        return null;
    }

    /** Returns the path of the request that is dispatched to an error page; null if it is not known. */
    protected @Nullable Object failedPath(Object request) {
        return null;
    }

    /** Returns the channel of a channel handler's context; null where there are none. */
    protected @Nullable Object channel(Object channelContext) {
        return null;
    }

    /** Returns whether a message on a channel is the begin of a response, or an exchange has begun its response. */
    protected boolean isResponse(Object message) {
        return false;
    }

    /** Returns whether a message on a channel is the end of a request or a response. */
    protected boolean isLast(Object message) {
        return false;
    }

    final boolean isAsyncStarted(Object request) {
        if (isWithoutAsync) {
            return false;
        }
        try {
            return startedAsync(request);
        } catch (LinkageError beforeServlet3) {
            isWithoutAsync = true;
            return false;
        }
    }

    final String dispatch(Object request) {
        if (isWithoutAsync) {
            return REQUEST;
        }
        try {
            return dispatcher(request);
        } catch (LinkageError beforeServlet3) {
            isWithoutAsync = true;
            return REQUEST;
        }
    }

    /** Returns the container's object of a request, which all wrappers of it have in common. */
    final Object unwrapped(Object request) {
        Object inner = request;
        try {
            for (int i = 0; i < MOST_WRAPPERS && isWrapper(inner); i++) {
                Object next = wrapped(inner);
                if (next == null) {
                    break;
                }
                inner = next;
            }
        } catch (LinkageError noWrappers) {
            // An interface of servlets without the class of wrappers: the request is none.
        }
        return inner;
    }

    /** A writer of readers' class files. The agent implements it, because this section has no class file library. */
    public interface Maker {
        /** Writes a reader without fields, in the caller's package. */
        byte[] classFile(MethodHandles.Lookup caller, int api);
    }
}
