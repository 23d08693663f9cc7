// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.engine.handler.totals.Functions;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.locks.LockSupport;

/** A wrapper that keeps failures of a {@link Tracing} from its callers, the application among them. */
@SuppressWarnings("removal") // AccessController and ThreadDeath, both of which work on 17
public final class GuardedTracing implements Tracing {
    /* The caller may be a method of the application to which a security manager denies files and threads. They belong
     * to the tracer, so the tracer's permissions apply. */

    private final Tracing tracing;

    public GuardedTracing(Tracing tracing) {
        this.tracing = tracing;
    }

    @Override
    public Reply start() {
        return answer("start", new PrivilegedAction<Reply>() {
            @Override
            public Reply run() {
                return tracing.start();
            }
        });
    }

    @Override
    public Reply stop() {
        return answer("stop", tracing::stop);
    }

    @Override
    public Reply stop(boolean totals, FileListener files) {
        return answer("stop", () -> tracing.stop(totals, files));
    }

    @Override
    public Reply toggle() {
        return answer("toggle", tracing::toggle);
    }

    @Override
    public Reply toggle(boolean totals, FileListener files) {
        return answer("toggle", () -> tracing.toggle(totals, files));
    }

    @Override
    public Reply reset() {
        return answer("reset", tracing::reset);
    }

    @Override
    public void log(String text) {
        try {
            tracing.log(text);
        } catch (ThreadDeath stopped) {
            throw stopped;
        } catch (Throwable failure) {
            // A full heap or the stack's end, which the application meets in its own calls as well.
        }
    }

    @Override
    public Functions totals() {
        return tracing.totals();
    }

    @Override
    public LiveSnapshot snapshot() {
        return tracing.snapshot();
    }

    @Override
    public TracerStatus status(boolean cost) {
        return tracing.status(cost);
    }

    private static Reply answer(String command, PrivilegedAction<Reply> action) {
        try {
            return AccessController.doPrivileged(action);
        } catch (ThreadDeath stopped) {
            throw stopped;
        } catch (Throwable failure) {
            return failed(command, failure);
        } finally {
            // A command waits for other threads, which may consume a park permit meant for the application's own
            // park(). Restored, it causes a spurious wake-up at worst.
            LockSupport.unpark(Thread.currentThread());
        }
    }

    private static Reply failed(String command, Throwable failure) {
        try {
            // A class that is loaded now for the first time is read from the jar.
            String nextStep = failure instanceof LinkageError
                    ? "if the jar was replaced under this JVM, put the old one back, or end the program; replace a jar by mv, not by cp"
                    : "try again";
            return Reply.declined("cannot " + command + " (" + failure + "); " + nextStep);
        } catch (Throwable outOfMemoryAgain) {
            return Reply.declined("out of memory; try again");
        }
    }
}
