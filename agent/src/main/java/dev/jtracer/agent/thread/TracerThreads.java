// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.function.Consumer;

/** Factory of the tracer's threads, which inherit nothing from the thread that creates them. */
@SuppressWarnings("removal") // AccessController: a security manager can be set on 17
public final class TracerThreads {
    /* A thread of the application may create a tracer's thread, for example by Tracer.start(). The new thread would
     * inherit:
     *  - its group: ThreadGroup.interrupt() would reach it, and the application's list of its threads would contain it;
     *  - its handler for uncaught exceptions, in the end the default one, which may end the JVM;
     *  - its context class loader and inheritable thread locals, which would stay reachable;
     *  - its priority;
     *  - its access control context: a security manager set later would deny it the tracer's own files. */

    private final ThreadGroup group;
    private final Consumer<String> problems;

    /**
     * Creates the threads' group below the JVM's own.
     *
     * @param problems receives a line if a thread ended by an exception
     */
    public TracerThreads(Consumer<String> problems) {
        this.problems = problems;
        this.group = AccessController.doPrivileged((PrivilegedAction<ThreadGroup>) TracerThreads::newGroup);
    }

    /**
     * Creates a daemon thread without starting it. The work should catch its exceptions; a last handler reports others.
     */
    @SuppressWarnings("ThreadPriorityCheck") // the normal priority instead of the creator's
    public Thread create(String name, Runnable work) {
        return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> {
            Thread thread = new Thread(group, work, name, 0, false);
            thread.setDaemon(true);
            thread.setPriority(Thread.NORM_PRIORITY);
            thread.setContextClassLoader(null);
            thread.setUncaughtExceptionHandler(this::ended);
            return thread;
        });
    }

    private void ended(Thread thread, Throwable failure) {
        problems.accept("thread '" + thread.getName() + "' has ended (" + failure + "); please report this line");
    }

    private static ThreadGroup newGroup() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return new ThreadGroup(root, "jtracer");
    }
}
