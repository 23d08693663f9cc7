// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Factory of the tracer's threads, which inherit nothing from the thread that creates them. */
@SuppressWarnings("removal") // AccessController: a security manager can be set on 17
public final class TracerThreads {
    private static final long JOIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /* A thread of the application may create a tracer's thread, for example by Tracer.start(). The new thread would
     * inherit: - its group: ThreadGroup.interrupt() would reach it, and the application's list of its threads would
     * contain it; - its handler for uncaught exceptions, in the end the default one, which may end the JVM; - its
     * context class loader and inheritable thread locals, which would stay reachable; - its priority; - its access
     * control context: a security manager set later would deny it the tracer's own files. */

    private final ThreadGroup group;
    private final Consumer<String> problems;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    /** Creates the threads' group below the JVM's own. An exception that ends a thread is a line for the user. */
    public TracerThreads(Consumer<String> problems) {
        this.problems = problems;
        this.group = AccessController.doPrivileged(new PrivilegedAction<ThreadGroup>() {
            @Override
            public ThreadGroup run() {
                return new ThreadGroup(rootGroup(), "jtracer");
            }
        });
    }

    /** Creates a daemon thread, not started. The work should catch its exceptions; a handler reports others. */
    public Thread create(String name, Runnable work) {
        return create(false, name, work);
    }

    /** Creates a thread outside of the threads' group, which it may destroy. */
    public Thread createOutside(String name, Runnable work) {
        return create(true, name, work);
    }

    /**
     * Waits for the end of a thread that was started. An interrupt does not end the wait, and stays set.
     *
     * @param mostMillis limit of the wait; {@link Long#MAX_VALUE} for none
     */
    public static void await(Thread thread, long mostMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMillis);
        boolean interrupted = false; // the flag may belong to the application
        while (thread.isAlive() && deadline - System.nanoTime() > 0) {
            try {
                thread.join(mostMillis);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns an id above those of all threads that have been created so far. */
    public long newestId() {
        return create(false, "jtracer-unused", null).getId();
    }

    private Thread create(boolean outside, String name, @Nullable Runnable work) {
        return AccessController.doPrivileged(new PrivilegedAction<Thread>() {
            @Override
            public Thread run() {
                return new OwnThread(outside ? group.getParent() : group, name, work);
            }
        });
    }

    /** A thread that inherits nothing from its creator, and reports an exception that ends it. */
    private final class OwnThread extends Thread implements Thread.UncaughtExceptionHandler {
        @SuppressWarnings("ThreadPriorityCheck") // the normal priority instead of the creator's
        OwnThread(ThreadGroup parent, String name, @Nullable Runnable work) {
            super(parent, work, name, 0, false);
            setDaemon(true);
            setPriority(NORM_PRIORITY);
            setContextClassLoader(null);
            setUncaughtExceptionHandler(this);
        }

        @Override
        public void run() {
            running.add(this);
            try {
                super.run();
            } finally {
                running.remove(this);
            }
        }

        @Override
        public void uncaughtException(Thread thread, Throwable failure) {
            problems.accept("thread '" + getName() + "' has ended (" + failure + "); please report this line");
        }
    }

    /** Returns whether the tracer leaves the JVM. The work of a thread that parks or sleeps checks it afterwards. */
    public boolean areEnding() {
        return ending;
    }

    /** Ends all threads but this one by a deadline. Returns the name of one that has not ended; null if all have. */
    public @Nullable String end(long deadline) {
        ending = true;
        for (Thread thread : running) {
            while (thread != Thread.currentThread() && thread.isAlive()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return thread.getName();
                }
                LockSupport.unpark(thread);
                join(thread, Math.min(left, JOIN_NANOS));
            }
        }
        return null;
    }

    private static void join(Thread thread, long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
        } catch (InterruptedException notMeantForTheTracer) {
            // The caller's deadline bounds the wait.
        }
    }

    /** Removes the empty group from its parent. Since 19 the JDK does so by itself. */
    @SuppressWarnings("removal")
    public void destroyGroup() {
        if (Runtime.version().feature() < 19 && group.activeCount() == 0) {
            group.destroy();
        }
    }

    /** Returns the JVM's own group, above all others. */
    public static ThreadGroup rootGroup() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return root;
    }
}
