// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.net.HttpURLConnection;
import jdk.internal.misc.Unsafe;

/** The state of requests that are sent by an {@link HttpURLConnection}. */
final class UrlCalls {
    /* The getter would send the request. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long STATUS = UNSAFE.objectFieldOffset(HttpURLConnection.class, "responseCode");

    /** Connections that failed, and throw the same exception from then on. */
    private static final WeakTable<Boolean> FAILED = new WeakTable<>();

    private UrlCalls() {}

    /** Initialises the classes that this one needs. */
    static void initialize() {
        FAILED.get("");
    }

    /** Returns whether a connection has sent its request. */
    static boolean isOver(HttpURLConnection connection) {
        return status(connection) >= 0 || FAILED.get(connection) != null;
    }

    static void failed(HttpURLConnection connection) {
        FAILED.put(connection, Boolean.TRUE);
    }

    /** Returns the status; -1 before there is one. */
    static int status(HttpURLConnection connection) {
        return UNSAFE.getInt(connection, STATUS);
    }
}
