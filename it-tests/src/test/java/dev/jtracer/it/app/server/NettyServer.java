// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A server on Netty's HTTP codec alone. */
@SuppressWarnings("FutureReturnValueIgnored") // the client waits for what is written
public final class NettyServer implements Server {
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());

    public static void main(String[] args) throws InterruptedException, IOException {
        Server.run(new NettyServer());
    }

    @Override
    public int start(Answers answers) throws InterruptedException {
        Channel server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(100_000))
                                .addLast(new Handler(answers));
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    @Override
    public void stop() throws InterruptedException {
        loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
    }

    private static final class Handler extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final Answers answers;

        Handler(Answers answers) {
            this.answers = answers;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            String uri = request.uri();
            int query = uri.indexOf('?');
            String path = query < 0 ? uri : uri.substring(0, query);
            int length = request.content().readableBytes();
            answers.answer(path, status -> write(context, path, HttpResponseStatus.valueOf(status), length));
        }

        /** Writes a response in parts, for some paths, after one that is not final. */
        private static void write(ChannelHandlerContext context, String path, HttpResponseStatus status, int length) {
            byte[] body = (path + " " + length).getBytes(StandardCharsets.UTF_8);
            if (!path.startsWith("/parts")) {
                FullHttpResponse response =
                        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
                response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
                context.writeAndFlush(response);
                return;
            }
            context.write(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.EARLY_HINTS, Unpooled.EMPTY_BUFFER));
            HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
            response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
            context.write(response);
            context.write(new DefaultHttpContent(Unpooled.wrappedBuffer(body)));
            context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }
}
