// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

/** The repetition of a {@link Thread#stop} that reached a thread in a transformer: the JDK drops its exceptions. */
public final class ThreadStop {
    private ThreadStop() {}

    /** Stops the current thread again, from another thread, if the exception is that of a stop. */
    @SuppressWarnings({"deprecation", "removal"}) // since 20, where nothing throws ThreadDeath any more
    public static void again(Throwable failure) {
        if (!(failure instanceof ThreadDeath)) {
            return;
        }
        Thread messenger = new Thread(null, Thread.currentThread()::stop, "jtracer-stop", 0, false);
        messenger.setDaemon(true);
        messenger.setContextClassLoader(null);
        messenger.setUncaughtExceptionHandler((ours, forbidden) -> {});
        messenger.start();
    }
}
