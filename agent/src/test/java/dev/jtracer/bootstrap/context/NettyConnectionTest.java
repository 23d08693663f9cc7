// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.bootstrap.LossCounter;
import org.junit.jupiter.api.Test;

class NettyConnectionTest {
    private static final int NOT_ENDED = 0;

    private final Object channel = new Object();

    private ServedRequest receive() {
        ServedRequest request = new ServedRequest(null);
        NettyConnection connection = NettyConnection.of(channel);
        connection.add(request);
        connection.completed();
        return request;
    }

    private void respond(int status) {
        NettyConnection connection = NettyConnection.of(channel);
        connection.responds(status);
        connection.endResponse(channel);
    }

    @Test
    void responses_endTheRequestsInTheirOrder() {
        ServedRequest first = receive();
        ServedRequest second = receive();
        ServedRequest third = receive();

        respond(200);
        respond(404);

        assertThat(first.leave(null)).isEqualTo(200);
        assertThat(second.leave(null)).isEqualTo(404);
        assertThat(third.leave(null)).isEqualTo(NOT_ENDED);
    }

    @Test
    void responseThatIsNotFinal_endsNothing() {
        ServedRequest request = receive();

        respond(100);
        respond(103);
        NettyConnection.of(channel).endResponse(channel); // of a response that began before the recording
        respond(201);

        assertThat(request.leave(null)).isEqualTo(201);
    }

    @Test
    void upgrade_endsItsRequest() {
        ServedRequest request = receive();

        respond(101);

        assertThat(request.leave(null)).isEqualTo(101);
    }

    @Test
    void connection_isForgottenWithItsLastRequest() {
        receive();
        ServedRequest request = receive();

        respond(200);
        assertThat(NettyConnection.get(channel)).isNotNull();
        respond(200);
        assertThat(NettyConnection.get(channel)).isNull();

        receive();
        NettyConnection.close(channel);
        assertThat(NettyConnection.get(channel)).isNull();
        assertThat(request.leave(null)).isEqualTo(200);
    }

    /** Otherwise a client that sends and never reads would fill the heap. */
    @Test
    void tooManyRequests_areAnsweredByNone() {
        ServedRequest first = receive();
        for (int i = 0; i < 1_000; i++) {
            receive();
        }
        ServedRequest last = receive();

        respond(200);

        assertThat(first.leave(null)).isEqualTo(NOT_ENDED);
        assertThat(last.leave(null)).isEqualTo(NOT_ENDED);
        assertThat(NettyConnection.get(channel)).isNotNull();
        NettyConnection.close(channel);
        assertThat(NettyConnection.get(channel)).isNull();
    }

    @Test
    void requestsWithoutAnEnd_areCounted() {
        long before = LossCounter.UNLINKED.count();

        for (int i = 0; i < 1_002; i++) {
            receive();
        }

        assertThat(LossCounter.UNLINKED.count() - before).isEqualTo(1_002);
    }
}
