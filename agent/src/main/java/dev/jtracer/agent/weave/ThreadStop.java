// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

/**
 * The repetition of a {@link Thread#stop} that reached a thread inside of a transformer: the JDK drops its
 * exceptions.
 */
public final class ThreadStop {
    private ThreadStop() {}

    /** Stops the current thread again, from another thread, if the exception is that of a stop. */
    @SuppressWarnings("removal") // since 20, where nothing throws it any more
    public static void again(Throwable failure) {
        if (failure instanceof ThreadDeath) {
            stopAgain(Thread.currentThread());
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void stopAgain(Thread thread) {
        Thread messenger = new Thread(null, thread::stop, "jtracer-stop", 0, false);
        messenger.setDaemon(true);
        messenger.setContextClassLoader(null);
        messenger.setUncaughtExceptionHandler((ours, forbidden) -> {});
        messenger.start();
    }
}
