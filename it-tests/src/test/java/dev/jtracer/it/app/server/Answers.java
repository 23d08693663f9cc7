// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.server;

import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/** Answers to the requests, given at once or on another thread. The tests include this class. */
public final class Answers {
    private final Executor later;

    Answers(Executor later) {
        this.later = later;
    }

    /** Passes the status of a path to its receiver. */
    void answer(String path, IntConsumer receiver) {
        if (path.startsWith("/later/")) {
            later.execute(() -> receiver.accept(status(path)));
        } else if (!path.startsWith("/never")) {
            receiver.accept(status(path));
        }
    }

    private static int status(String path) {
        return switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "missing" -> 404;
            case "fails" -> 500;
            default -> 200;
        };
    }
}
