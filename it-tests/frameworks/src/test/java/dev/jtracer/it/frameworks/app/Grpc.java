// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks.app;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import dev.jtracer.it.frameworks.Clients;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** A server and a client of gRPC, whose messages are the numbers of requests. */
public final class Grpc {
    private static final MethodDescriptor<Integer, Integer> PRICE = method("price", MethodType.UNARY);
    private static final MethodDescriptor<Integer, Integer> ORDER = method("order", MethodType.BIDI_STREAMING);
    private static final int PARTS = 3;

    private final Executor pool = Executors.newFixedThreadPool(4);
    private final Channel channel;

    private Grpc() throws IOException {
        Server server = NettyServerBuilder.forPort(0)
                .addService(ServerServiceDefinition.builder("Shop")
                        .addMethod(PRICE, ServerCalls.asyncUnaryCall((number, reply) -> new Shop(pool)
                                .request(number, reply)))
                        .addMethod(ORDER, ServerCalls.asyncBidiStreamingCall(Parts::new))
                        .build())
                .build()
                .start();
        channel = NettyChannelBuilder.forAddress("localhost", server.getPort())
                .usePlaintext()
                .build();
    }

    /** Takes the number of requests. */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        Grpc application = new Grpc();
        Clients.send(Integer.parseInt(args[0]), application::request);
        Work.exit();
    }

    private void request(int rid) {
        Work.called();
        Work.begins();
        switch (rid % 3) {
            case 0 -> ClientCalls.asyncUnaryCall(channel.newCall(PRICE, CallOptions.DEFAULT), rid, new Answer(rid));
            case 1 ->
                Futures.addCallback(
                        ClientCalls.futureUnaryCall(channel.newCall(PRICE, CallOptions.DEFAULT), rid),
                        new FutureCallback<Integer>() {
                            @Override
                            public void onSuccess(Integer price) {
                                Work.work(rid);
                                Work.ends();
                            }

                            @Override
                            public void onFailure(Throwable failure) {
                                failure.printStackTrace();
                            }
                        },
                        pool);
            default -> {
                StreamObserver<Integer> parts = ClientCalls.asyncBidiStreamingCall(
                        channel.newCall(ORDER, CallOptions.DEFAULT), new Answer(rid));
                for (int i = 0; i < PARTS; i++) {
                    parts.onNext(rid);
                }
                parts.onCompleted();
            }
        }
    }

    /** The client's end of a call. */
    private record Answer(int number) implements StreamObserver<Integer> {
        @Override
        public void onNext(Integer answer) {
            Work.work(number);
        }

        @Override
        public void onError(Throwable failure) {
            failure.printStackTrace();
        }

        @Override
        public void onCompleted() {
            Work.step(number);
            Work.ends();
        }
    }

    /** The server of a single message, which begins a request of its own: nothing leads through the network. */
    private record Shop(Executor pool) {
        void request(int rid, StreamObserver<Integer> reply) {
            Work.called();
            pool.execute(() -> {
                Work.work(rid);
                reply.onNext(rid);
                reply.onCompleted();
            });
        }
    }

    /** The server of a stream. */
    private static final class Parts implements StreamObserver<Integer> {
        private final StreamObserver<Integer> reply;

        Parts(StreamObserver<Integer> reply) {
            this.reply = reply;
        }

        @Override
        public void onNext(Integer number) {
            request(number);
        }

        private void request(int rid) {
            Work.called();
            Work.work(rid);
            reply.onNext(rid);
        }

        @Override
        public void onError(Throwable failure) {
            failure.printStackTrace();
        }

        @Override
        public void onCompleted() {
            reply.onCompleted();
        }
    }

    private static MethodDescriptor<Integer, Integer> method(String name, MethodType type) {
        return MethodDescriptor.<Integer, Integer>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("Shop", name))
                .setRequestMarshaller(new Numbers())
                .setResponseMarshaller(new Numbers())
                .build();
    }

    /** Numbers as bytes. */
    private static final class Numbers implements MethodDescriptor.Marshaller<Integer> {
        @Override
        public InputStream stream(Integer number) {
            return new ByteArrayInputStream(
                    ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
        }

        @Override
        public Integer parse(InputStream bytes) {
            try {
                return ByteBuffer.wrap(bytes.readAllBytes()).getInt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
