// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.LossCounter;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The open requests of a channel of Netty, in their order, in which the responses are written. Used on the channel's
 * thread; exists while there are any, and does not refer to the channel.
 */
final class NettyConnection {
    private static final WeakTable<NettyConnection> BY_CHANNEL = new WeakTable<>();
    /** A client may send requests without an end before it reads a response. */
    private static final int MOST_OPEN = 1_000;

    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int LEAST_FINAL_STATUS = 200;

    private final ConcurrentLinkedQueue<ServedRequest> open = new ConcurrentLinkedQueue<>();
    private int size;
    /** Whether there were too many requests, so that it is not known which one a response belongs to. */
    private boolean isUnlinked;

    /** The request whose content is still to come; null for none. */
    private @Nullable ServedRequest incomplete;

    /** Status of the response that is being written; 0 before it. */
    private int status;

    private NettyConnection() {}

    /** Initialises the classes that this one needs. */
    static void initialize() {
        NettyConnection sample = of("");
        sample.add(new ServedRequest(null));
        sample.responds(LEAST_FINAL_STATUS);
        sample.endResponse("");
        forgetAll();
    }

    static void forgetAll() {
        BY_CHANNEL.clear();
    }

    /** Returns the connection of a channel; null if it has no open requests of this recording. */
    static @Nullable NettyConnection get(Object channel) {
        return BY_CHANNEL.getOfRecording(channel);
    }

    /** Returns the connection of a channel. */
    static NettyConnection of(Object channel) {
        NettyConnection present = get(channel);
        if (present != null) {
            return present;
        }
        NettyConnection connection = new NettyConnection();
        if (!BY_CHANNEL.put(channel, connection)) {
            LossCounter.UNLINKED.increment(); // the end of another channel's request
        }
        return connection;
    }

    /** Adds a request that was received. */
    void add(ServedRequest request) {
        incomplete = request;
        request.incomplete(true);
        if (isUnlinked) {
            LossCounter.UNLINKED.increment();
            return;
        }
        if (size == MOST_OPEN) {
            for (int i = 0; i <= size; i++) {
                LossCounter.UNLINKED.increment();
            }
            open.clear();
            isUnlinked = true;
            return;
        }
        open.add(request);
        size++;
    }

    @Nullable
    ServedRequest incomplete() {
        return incomplete;
    }

    /** Takes note that the content of the last request has been received. */
    void completed() {
        ServedRequest complete = incomplete;
        if (complete != null) {
            complete.incomplete(false);
            incomplete = null;
        }
    }

    /** Begins a response to the first request. */
    void responds(int itsStatus) {
        status = itsStatus;
    }

    /** Ends the response, and with it the request unless another response follows. */
    void endResponse(Object channel) {
        int known = status;
        status = 0;
        if (known < LEAST_FINAL_STATUS && known != SWITCHING_PROTOCOLS) {
            return;
        }
        ServedRequest request = open.poll();
        if (request != null) {
            size--;
            request.end(known);
        }
        if (size == 0 && incomplete == null && !isUnlinked) {
            BY_CHANNEL.remove(channel);
        }
    }

    /** Ends all requests of a channel that is closed. */
    static void close(Object channel) {
        NettyConnection connection = BY_CHANNEL.remove(channel);
        if (connection == null) {
            return;
        }
        ServedRequest request = connection.open.poll();
        while (request != null) {
            request.end(0);
            request = connection.open.poll();
        }
    }
}
