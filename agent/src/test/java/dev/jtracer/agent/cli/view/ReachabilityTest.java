// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReachabilityTest {
    private static final long LIMIT_MILLIS = 10_000;
    private static final String HOST = "127.0.0.1";

    @Test
    void hostThatAcceptsConnections_isReachable() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(new Reachability(HOST, server.getLocalPort(), LIMIT_MILLIS).withinLimit())
                    .isNull();
        }
    }

    @Test
    void closedPort_isNamed() throws IOException {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }

        assertThat(new Reachability(HOST, port, LIMIT_MILLIS).withinLimit())
                .startsWith("no connection to port " + port + ": ");
    }

    /** The kernel drops further connections to a server whose queue is full. */
    @Test
    void hostThatDoesNotAnswerInTime_isAbandoned() throws IOException {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 16; i++) {
                SocketChannel client = SocketChannel.open();
                waiting.add(client);
                client.configureBlocking(false);
                client.connect(server.getLocalSocketAddress());
            }

            assertThat(new Reachability(HOST, server.getLocalPort(), 100).withinLimit())
                    .startsWith("no ");
        } finally {
            for (SocketChannel client : waiting) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https_proxy, http://proxy:3128, true",
        "HTTPS_PROXY, http://proxy:3128, true",
        "ALL_PROXY, socks5://proxy, true",
        "https_proxy, ' ', false",
        "http_proxy, http://proxy:3128, false"
    })
    void proxyOfTheEnvironment_counts(String name, String value, boolean expected) {
        assertThat(Reachability.hasProxy(Map.of(name, value)::get, property -> null))
                .isEqualTo(expected);
    }

    @Test
    void proxyOfTheJvm_counts() {
        assertThat(Reachability.hasProxy(name -> null, Map.of("https.proxyHost", "proxy")::get))
                .isTrue();
    }
}
