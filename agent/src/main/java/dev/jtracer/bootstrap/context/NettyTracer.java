// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.TracerSwitch;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entry points for the HTTP codec of Netty. The call of a request begins when the request is decoded, before
 * handlers get it, and ends with the reading of the bytes or with the next request in them. They throw nothing but
 * {@link ThreadDeath}, and wait only for a free chunk.
 */
public final class NettyTracer {
    private NettyTracer() {}

    /** Initialises the classes that run on application threads. */
    static void initialize() {
        LibraryTypes.NETTY_DECODERS.include("");
        new NettyRead("", "", null).isBy("");
        NettyConnection.initialize();
    }

    /**
     * Begins the reading of bytes, {@code ByteToMessageDecoder.channelRead}.
     *
     * @param decoder the decoder, which may be one of another protocol
     */
    public static void enterRead(Object decoder, @Nullable Object channelContext) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            if (channelContext != null && LibraryTypes.NETTY_DECODERS.include(decoder)) {
                OpenContext context = OpenContext.begin();
                context.read = new NettyRead(decoder, channelContext, context.read);
                return;
            }
            OpenContext context = OpenContext.current();
            NettyRead read = context == null ? null : context.read;
            if (read != null) {
                read.nested++;
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** Ends the reading of bytes, which an exception may leave. */
    public static void exitRead(boolean threw) {
        try {
            OpenContext context = OpenContext.current();
            NettyRead read = context == null ? null : context.read;
            if (context == null || read == null) {
                return;
            }
            if (read.nested > 0) {
                read.nested--;
                return;
            }
            context.read = read.outer;
            endCall(context, read, threw);
            context.end();
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Begins the decoding of one object of HTTP, {@code HttpObjectDecoder.decode}.
     *
     * @param decoded the list that the decoder adds to
     */
    public static void enterDecode(Object decoder, @Nullable Object decoded) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            OpenContext context = OpenContext.current();
            NettyRead read = context == null ? null : context.read;
            if (read != null && read.isBy(decoder) && decoded instanceof List<?> list) {
                read.decoded = list;
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Ends the decoding of one object. The decoder passes it on next.
     *
     * @param caller lookup of Netty's class
     */
    public static void exitDecode(MethodHandles.Lookup caller) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            OpenContext context = OpenContext.current();
            NettyRead read = context == null ? null : context.read;
            List<?> decoded = read == null ? null : read.decoded;
            if (context == null || read == null || decoded == null) {
                return;
            }
            read.decoded = null;
            RequestReader reader = RequestReaders.of(caller, RequestReader.NETTY);
            for (int i = 0; i < decoded.size(); i++) {
                take(context, read, reader, decoded.get(i));
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    private static void take(OpenContext context, NettyRead read, RequestReader reader, @Nullable Object message) {
        Object channel = message == null ? null : reader.channel(read.channelContext);
        if (message == null || channel == null) {
            return;
        }
        if (reader.reads(message)) {
            endCall(context, read, false);
            ServedRequest request = new ServedRequest(RequestPath.text(reader.method(message), reader.path(message)));
            NettyConnection.of(channel).add(request);
            if (enter(context, read)) {
                ServedCalls.beginFirst(context, request);
            }
        }
        NettyConnection connection = NettyConnection.get(channel);
        ServedRequest incomplete = connection == null ? null : connection.incomplete();
        if (connection == null || incomplete == null) {
            return;
        }
        if (!read.hasCall && enter(context, read)) {
            ServedCalls.beginLater(context, incomplete);
        }
        if (reader.isLast(message)) {
            connection.completed();
        }
    }

    /** Enters the level of requests unless one is open, of another channel or server. Returns whether it did. */
    private static boolean enter(OpenContext context, NettyRead read) {
        if (context.request.isOpen()) {
            return false;
        }
        context.request.enter();
        read.hasCall = true;
        return true;
    }

    private static void endCall(OpenContext context, NettyRead read, boolean threw) {
        if (read.hasCall) {
            read.hasCall = false;
            ServedCalls.end(context, threw);
        }
    }

    /**
     * Takes an object that is written to a channel, {@code HttpObjectEncoder.encode}.
     *
     * @param caller lookup of Netty's class
     */
    public static void encode(@Nullable Object channelContext, @Nullable Object message, MethodHandles.Lookup caller) {
        if (!TracerSwitch.isOn() || channelContext == null || message == null) {
            return;
        }
        try {
            RequestReader reader = RequestReaders.of(caller, RequestReader.NETTY);
            boolean isResponse = reader.isResponse(message);
            boolean isLast = reader.isLast(message);
            Object channel = isResponse || isLast ? reader.channel(channelContext) : null;
            NettyConnection connection = channel == null ? null : NettyConnection.get(channel);
            if (channel == null || connection == null) {
                return;
            }
            if (isResponse) {
                connection.responds(reader.status(message));
            }
            if (isLast) {
                connection.endResponse(channel);
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Takes note that a channel is closed, {@code ByteToMessageDecoder.channelInactive}.
     *
     * @param decoder the decoder, which may be one of another protocol
     * @param caller lookup of Netty's class
     */
    public static void close(Object decoder, @Nullable Object channelContext, MethodHandles.Lookup caller) {
        if (!TracerSwitch.isOn() || channelContext == null) {
            return;
        }
        try {
            if (LibraryTypes.NETTY_DECODERS.include(decoder)) {
                Object channel = RequestReaders.of(caller, RequestReader.NETTY).channel(channelContext);
                if (channel != null) {
                    NettyConnection.close(channel);
                }
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }
}
