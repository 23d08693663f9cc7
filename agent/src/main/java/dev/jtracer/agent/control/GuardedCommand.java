// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.locks.LockSupport;

/** The execution of a {@link Tracing} command for callers who must not see it fail, the application among them. */
@SuppressWarnings("removal") // AccessController and ThreadDeath, both of which work on 17
public final class GuardedCommand {
    /* The caller may be a method of the application to which a security manager denies files and threads. They belong
     * to the tracer, so the tracer's permissions apply. */
    private GuardedCommand() {}

    /** Executes a command of this name for the user. Returns its reply, or one about its failure. */
    public static Reply reply(String command, PrivilegedAction<Reply> action) {
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
