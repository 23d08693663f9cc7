// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Thrown when the tracer's thread has not run a task before the deadline. */
final class NoAnswerException extends IOException {
    private static final long serialVersionUID = 1;

    NoAnswerException(long waitedNanos, String obstacle, TimeoutException cause) {
        super("the tracer's thread has not answered for " + waitedNanos / 1_000_000 + " ms: " + obstacle, cause);
    }
}
