// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Lines sent to a server and back with Netty, and its promises and timers. */
@SuppressWarnings("FutureReturnValueIgnored") // what they lead to is waited for
public final class NettyEcho {
    private static final int LINES = 300;

    private NettyEcho() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) throws InterruptedException {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        System.out.println("echoed " + echo(loops));
        System.out.println("promised " + promised(loops));
        System.out.println("timed " + timed());
        loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        System.out.println("loops ended " + loops.isTerminated());
    }

    private static int echo(EventLoopGroup loops) throws InterruptedException {
        Channel server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(lines(NettyEcho::answer))
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        BlockingQueue<String> replies = new LinkedBlockingQueue<>();
        Channel client = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .handler(lines((context, line) -> replies.add(line)))
                .connect(InetAddress.getLoopbackAddress(), ((InetSocketAddress) server.localAddress()).getPort())
                .sync()
                .channel();
        CountDownLatch written = new CountDownLatch(LINES);
        int characters = 0;
        for (int i = 0; i < LINES; i++) {
            client.writeAndFlush("line " + i + "\n").addListener(future -> written.countDown());
            characters += replies.take().length();
        }
        written.await();
        client.close().sync();
        server.close().sync();
        return characters;
    }

    private static void answer(ChannelHandlerContext context, String line) {
        context.writeAndFlush("echo " + line + "\n");
    }

    private static ChannelInitializer<Channel> lines(LineHandler handler) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline()
                        .addLast(new LineBasedFrameDecoder(1_000), new StringDecoder(), new StringEncoder())
                        .addLast(new LineEnd(handler));
            }
        };
    }

    private interface LineHandler {
        void handle(ChannelHandlerContext context, String line);
    }

    private static final class LineEnd extends SimpleChannelInboundHandler<String> {
        private final LineHandler handler;

        LineEnd(LineHandler handler) {
            this.handler = handler;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, String line) {
            handler.handle(context, line);
        }
    }

    private static String promised(EventLoopGroup loops) throws InterruptedException {
        EventExecutorGroup executors = new DefaultEventExecutorGroup(1);
        Promise<String> promise = loops.next().newPromise();
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        promise.addListener(future -> seen.add("promise " + future.getNow()));
        executors.submit(() -> promise.setSuccess("kept"));
        String first = seen.take();
        executors.schedule(() -> seen.add("scheduled"), 1, TimeUnit.MILLISECONDS);
        String second = seen.take();
        executors.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        return first + ", " + second;
    }

    private static String timed() throws InterruptedException {
        HashedWheelTimer timer = new HashedWheelTimer(1, TimeUnit.MILLISECONDS);
        CountDownLatch late = new CountDownLatch(1);
        timer.newTimeout(timeout -> late.countDown(), 2, TimeUnit.MILLISECONDS);
        late.await();
        return "left " + timer.stop().size();
    }
}
