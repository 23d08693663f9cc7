// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reading of bytes by an HTTP decoder of Netty, on its thread: what it makes is handled meanwhile. */
final class NettyRead {
    /** The decoder's {@code ChannelHandlerContext}. */
    final Object channelContext;

    /** The reading that this one is within, of another channel; null for none. */
    final @Nullable NettyRead outer;

    private final Object decoder;

    /** The list that the decoder is adding to; null outside of its {@code decode}. */
    @Nullable
    List<?> decoded;

    /** Number of the other decoders' readings within this one that are open. */
    int nested;

    /** Whether a call of a request is open that ends with this reading. */
    boolean hasCall;

    NettyRead(Object decoder, Object channelContext, @Nullable NettyRead outer) {
        this.decoder = decoder;
        this.channelContext = channelContext;
        this.outer = outer;
    }

    boolean isBy(Object other) {
        return decoder == other;
    }
}
