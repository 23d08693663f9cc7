// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.view;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A check of whether this computer can connect to a host: name resolution and a TCP connection, in a limited time.
 *
 * <p>A browser behind a proxy reaches hosts that a program cannot connect to. So a host counts as reachable wherever
 * a proxy is configured for this process; a proxy that only the browser knows cannot be seen from here.
 *
 * @param limitMillis longest time of the check
 */
public record Reachability(String host, int port, long limitMillis) {
    private static final List<String> VARIABLES = List.of("https_proxy", "all_proxy");
    private static final List<String> PROPERTIES = List.of("https.proxyHost", "socksProxyHost");

    /** Returns why the host cannot be reached, for a message; null if it can, or if a proxy is configured. */
    public @Nullable String obstacle() {
        return hasProxy(System::getenv, System::getProperty) ? null : withinLimit();
    }

    static boolean hasProxy(UnaryOperator<@Nullable String> environment, UnaryOperator<@Nullable String> properties) {
        return VARIABLES.stream()
                        .anyMatch(name -> isSet(environment.apply(name))
                                || isSet(environment.apply(name.toUpperCase(Locale.ROOT))))
                || PROPERTIES.stream().anyMatch(name -> isSet(properties.apply(name)));
    }

    private static boolean isSet(@Nullable String value) {
        return value != null && !value.isBlank();
    }

    /* On a thread of its own, because name resolution has no time limit and cannot be interrupted. */
    @Nullable
    String withinLimit() {
        FutureTask<@Nullable String> attempt = new FutureTask<>(this::connect);
        Thread thread = new Thread(attempt, "jtracer-connect");
        thread.setDaemon(true);
        thread.start();
        try {
            return attempt.get(limitMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return "no answer within " + limitMillis + " ms";
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private @Nullable String connect() {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            return "its name cannot be resolved";
        }
        String obstacle = "it has no address";
        for (InetAddress address : addresses) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address, port), (int) limitMillis);
                return null;
            } catch (IOException e) {
                obstacle = "no connection to port " + port + ": " + e.getMessage();
            }
        }
        return obstacle;
    }
}
